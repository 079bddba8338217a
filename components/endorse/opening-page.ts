import type { Messages } from "./messages/catalogue";

type Opening = { language: string; messages: Messages; nonce: string };

/** Runs in the page, and is sent as text: it may use nothing from around it. */
async function carryLink(failed: () => void): Promise<void> {
  const send = (path: string, body: object) =>
    fetch(`/api/v1/endorse/${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
  try {
    const token = location.pathname.split("/").pop() ?? "";
    const answer = await send("exchange", { token });
    // What is not a link must not show the answers of the one that was opened here before.
    if (answer.status === 404 || answer.status === 400) await send("leave", {});
    else if (!answer.ok) return failed();
    location.replace("/endorse");
  } catch {
    failed();
  }
}

const SCRIPT = `const carry = ${carryLink.toString()};
const failed = () => { document.body.dataset.failed = ""; };
const again = () => { delete document.body.dataset.failed; void carry(failed); };
document.querySelector("button").addEventListener("click", again);
again();`;

const STYLE = `:root { color-scheme: light dark }
body { max-width: 37.5rem; margin: 0 auto; padding: 2.5rem 1.25rem; font: 1rem/1.5 system-ui, sans-serif;
  background: light-dark(oklch(0.985 0.006 85), oklch(0.19 0.008 70)); color: light-dark(oklch(0.25 0.012 70), oklch(0.92 0.012 80)) }
h1 { font: 600 1.5rem/1.28 Charter, "Bitstream Charter", "Iowan Old Style", Georgia, serif }
button { font: inherit; min-height: 2.75rem; padding: 0 1.1rem; border: 1px solid; border-radius: .6rem; background: none; color: inherit }
[role=alert] { display: none }
[data-failed] [role=alert] { display: block }
[data-failed] [role=status] { display: none }`;

/** HTML of the address in the mail. Nothing of the address or of the reader is in it. */
export function openingPage({ language, messages, nonce }: Opening): string {
  const text = (key: keyof Messages) => escaped(messages[key]);

  return `<!doctype html>
<html lang="${escaped(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${text("openingTitle")}</title>
<style nonce="${escaped(nonce)}">${STYLE}</style>
</head>
<body>
<main>
<h1>${text("openingTitle")}</h1>
<noscript><p>${text("openingNoScript")}</p></noscript>
<p role="status">${text("openingText")}</p>
<div role="alert"><p>${text("openingFailed")}</p><button type="button">${text("openingAgain")}</button></div>
</main>
<script nonce="${escaped(nonce)}">${SCRIPT}</script>
</body>
</html>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
