import { prisma } from "@/lib/db/client";

export const bad = prisma;
