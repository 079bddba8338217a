import { BlockText } from "./block-text";

/** Gathers the text of one element at a time (a title, a name, a year), with all that is nested in it. */
export class TextCapture {
  private held: { depth: number; text: BlockText; done: (text: string) => void } | undefined;

  get active(): boolean {
    return this.held !== undefined;
  }

  /** @param depth of the element that opened; @param done gets its text when it closes. Ignored while another is open. */
  start(depth: number, done: (text: string) => void): void {
    this.held ??= { depth, text: new BlockText(), done };
  }

  append(text: string): void {
    this.held?.text.append(text);
  }

  blank(): void {
    this.held?.text.blank();
  }

  /** @param depth of the element that closes */
  end(depth: number): void {
    if (this.held?.depth !== depth) return;
    const { text, done } = this.held;
    this.held = undefined;
    done(text.finish());
  }
}
