import { PrismaClient } from "@/lib/db/generated/client";

export const bad = PrismaClient;
