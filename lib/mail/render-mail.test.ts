import { expect, test } from "vitest";
import { renderMail } from "./render-mail";

const values = {
  link: "https://s.invalid/endorse/T_-1",
  name: "Ida *Star* <b>Marsh</b>",
  paper: "A & B: [x](http://evil.invalid) **loud** {name}",
};

test("placeholders are filled in after the Markdown was read: a value brings neither markup nor a link", () => {
  const { text, html, subject } = renderMail(
    { subject: "About {paper}", markdown: "Dear {name},\n\nwhat shaped *{paper}*? {link}" },
    values,
    ["The study <of> roots"],
  );
  expect(subject).toBe(`About ${values.paper}`);
  expect(text).toBe(
    `Dear ${values.name},\n\nwhat shaped ${values.paper}? https://s.invalid/endorse/T_-1\n\n-- \nThe study <of> roots\n`,
  );
  expect(html).toContain("<p>Dear Ida *Star* &lt;b&gt;Marsh&lt;/b&gt;,</p>");
  expect(html).toContain("<em>A &amp; B: [x](http://evil.invalid) **loud** {name}</em>");
  expect(html).toContain('<a href="https://s.invalid/endorse/T_-1">https://s.invalid/endorse/T_-1</a>');
  expect(html.match(/href=/g)).toHaveLength(1);
  expect(html).toContain("The study &lt;of&gt; roots");
});

test("a link under words, one that was forgotten, lists and line ends", () => {
  const under = renderMail({ subject: "", markdown: "[Answer here]({link}) please" }, values, []);
  expect(under.html).toContain('<a href="https://s.invalid/endorse/T_-1">Answer here</a> please');
  expect(under.text).toContain("Answer here (https://s.invalid/endorse/T_-1) please");
  const forgotten = renderMail({ subject: "", markdown: "Hello\nyou\n\n1. one\n2. two\n\n- three" }, values, []);
  expect(forgotten.text).toBe("Hello\nyou\n\n1. one\n\n2. two\n\n- three\n\nhttps://s.invalid/endorse/T_-1\n\n-- \n\n");
  expect(forgotten.html).toContain('<a href="https://s.invalid/endorse/T_-1">');
});

test("raw HTML, images and scripts of the text stay text", () => {
  const { html } = renderMail(
    { subject: "", markdown: "<script>x</script> <img src=http://a.invalid/p.gif> [j](javascript:alert(1)) {link}" },
    values,
    [],
  );
  expect(html).not.toMatch(/<script|<img|href="javascript/i);
});
