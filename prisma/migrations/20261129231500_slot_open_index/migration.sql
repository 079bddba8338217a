-- Written by hand: Prisma's schema language has no partial index. lib/db/drift.db.test.ts knows its name.
CREATE INDEX "Slot_open_idx" ON "Slot" ("studyId", "roundId", "position", "n") WHERE "state" IN ('open', 'leased');
