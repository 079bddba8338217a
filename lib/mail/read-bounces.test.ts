import { expect, test } from "vitest";
import { readBounces } from "./read-bounces";

/** The shape of RFC 3464's appendix E, in words of our own. */
const ONE = `From: MAILER-DAEMON@mx.uni.invalid
Subject: Undelivered
Content-Type: multipart/report; report-type=delivery-status; boundary="b"
Message-ID: <report-1@mx.uni.invalid>

--b
Content-Type: text/plain

Your message was not delivered.

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.uni.invalid
Arrival-Date: Mon, 2 Mar 2026 10:00:00 +0000

Original-Recipient: rfc822;Ida@uni.invalid
Final-Recipient: rfc822;ida@uni.invalid
Action: failed
Status: 5.1.1 (no mailbox)
Diagnostic-Code: smtp; 550 no such
  user here

Final-Recipient: rfc822;bo@uni.invalid
Action: delayed
Status: 4.4.1

--b
Content-Type: message/rfc822

Message-ID:
 <m1@assay.invalid>
To: ida@uni.invalid

--b--
`;

test("each recipient of a report, with the message that came back and not the report's own id", () => {
  expect(readBounces(ONE)).toEqual([
    {
      recipient: "ida@uni.invalid",
      action: "failed",
      said: "5.1.1 550 no such user here",
      messageId: "m1@assay.invalid",
    },
    { recipient: "bo@uni.invalid", action: "delayed", said: "4.4.1", messageId: "m1@assay.invalid" },
  ]);
  expect(readBounces(ONE.replaceAll("\n", "\r\n"))).toEqual(readBounces(ONE));
});

test("several reports one after another; one that quotes nothing gets no id of the next", () => {
  const bare = ONE.slice(0, ONE.indexOf("--b\nContent-Type: message/rfc822")).replaceAll("ida@", "omar@");
  expect(readBounces(`${bare}\n${ONE}`).map((row) => [row.recipient, row.messageId])).toEqual([
    ["omar@uni.invalid", null],
    ["bo@uni.invalid", null],
    ["ida@uni.invalid", "m1@assay.invalid"],
    ["bo@uni.invalid", "m1@assay.invalid"],
  ]);
});

test("other texts hold no report", () => {
  expect(readBounces("Dear all,\nStatus: I am away.\nAction: none\n")).toEqual([]);
  expect(readBounces("Final-Recipient: rfc822; nobody\nAction: failed\n")).toEqual([]);
  expect(readBounces("")).toEqual([]);
});
