import { z } from "zod";
import {
  AnswerBody,
  ConsentBody,
  DeclineBody,
  ExchangeBody,
  InspirationBody,
  ListShownBody,
  NotMeBody,
  OpenedBody,
  SubmitBody,
  SuggestBody,
  TokenText,
  WithdrawBody,
  WorkBody,
} from "./wire";

/** An author has no account: the token is what authorises. */
const Held = { token: TokenText };

export const ExchangeInput = ExchangeBody;
export const HeldInput = z.strictObject(Held);
export const OpenedInput = OpenedBody.extend(Held);
export const ConsentInput = ConsentBody.extend(Held);
export const NotMeInput = NotMeBody.extend(Held);
export const AnswerInput = AnswerBody.extend(Held);
export const WorkInput = WorkBody.extend(Held);
export const InspirationInput = InspirationBody.extend(Held);
export const ListShownInput = ListShownBody.extend(Held);
export const SuggestInput = SuggestBody.extend(Held);
export const SubmitInput = SubmitBody.extend(Held);
export const DeclineInput = DeclineBody.extend(Held);
export const WithdrawInput = WithdrawBody.extend(Held);
