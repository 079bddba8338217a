"use client";

import { Button } from "@/components/ui/button";
import { useEndorse } from "./endorse-context";
import { goTo } from "./use-screen";

type StepButtonsProps = {
  back: string | undefined;
  next: string;
  /** Keeps what is typed and not added yet. */
  before?: () => void;
};

export function StepButtons({ back, next, before }: StepButtonsProps) {
  const { say } = useEndorse();
  const go = (screen: string) => {
    before?.();
    goTo(screen);
  };

  return (
    <div className="flex gap-1">
      {back === undefined ? null : (
        <Button variant="quiet" size="lg" className="px-2.5" onClick={() => go(back)}>
          {say("back")}
        </Button>
      )}
      <Button variant="primary" size="lg" onClick={() => go(next)}>
        {say(next === "review" ? "review" : "next")}
      </Button>
    </div>
  );
}
