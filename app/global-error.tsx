"use client";

import "./globals.css";

/** Stands in for the whole document where the root layout itself failed: no providers, no shell. */
export default function GlobalError({ retry }: { error: unknown; retry: () => void }) {
  return (
    <html lang="en">
      <body>
        <title>Assay: something failed</title>
        <main className="mx-auto grid max-w-xl gap-4 px-5 py-24">
          <h1 className="font-read text-3xl font-semibold">The studio could not start this page</h1>
          <p className="text-ink-2">
            What was saved before stays saved. Try again; if it fails again, tell whoever runs this studio.
          </p>
          <p>
            <button
              type="button"
              onClick={() => retry()}
              className="min-h-11 rounded-md bg-accent px-5 font-semibold text-paper"
            >
              Try again
            </button>
          </p>
        </main>
      </body>
    </html>
  );
}
