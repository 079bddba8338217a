import { notFound } from "../errors";

export const bad = notFound;
