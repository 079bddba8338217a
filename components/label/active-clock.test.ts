import { expect, test } from "vitest";
import { ActiveClock } from "./active-clock";

function clockAt() {
  const time = { s: 100 };
  return { time, clock: new ActiveClock(() => time.s * 1000) };
}

test("30 s active, 10 min hidden, 30 s active is one minute", () => {
  const { time, clock } = clockAt();
  time.s += 30;
  clock.hide();
  time.s += 600;
  clock.show();
  time.s += 30;
  expect(clock.elapsed()).toBe(60_000);
});

test("what lies more than two minutes after the last sign of life is cut", () => {
  const { time, clock } = clockAt();
  time.s += 10;
  clock.sign();
  time.s += 3600;
  clock.sign();
  time.s += 5;
  expect(clock.elapsed()).toBe(135_000);
});

test("119 s without a sign are counted whole", () => {
  const { time, clock } = clockAt();
  time.s += 119;
  expect(clock.elapsed()).toBe(119_000);
});

test("each item starts anew, and a clock that goes back gives no negative time", () => {
  const { time, clock } = clockAt();
  time.s += 4;
  expect(clock.elapsed()).toBe(4000);
  clock.restart();
  time.s -= 50;
  expect(clock.elapsed()).toBe(0);
  time.s += 53;
  expect(clock.elapsed()).toBe(3000);
});
