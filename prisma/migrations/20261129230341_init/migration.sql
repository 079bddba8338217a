-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "Role" AS ENUM ('researcher', 'adjudicator', 'rater', 'auditor');

-- CreateEnum
CREATE TYPE "RaterKind" AS ENUM ('human', 'judge');

-- CreateEnum
CREATE TYPE "RoundPurpose" AS ENUM ('practice', 'pilot', 'calibration', 'main', 'retest', 'corpus');

-- CreateEnum
CREATE TYPE "SlotState" AS ENUM ('open', 'leased', 'filled', 'skipped', 'closed');

-- CreateEnum
CREATE TYPE "LabelOrigin" AS ENUM ('studio', 'imported');

-- CreateEnum
CREATE TYPE "ImportKind" AS ENUM ('items', 'judge', 'human');

-- CreateEnum
CREATE TYPE "ImportState" AS ENUM ('running', 'done', 'refused', 'cancelled');

-- CreateTable
CREATE TABLE "User" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "passphraseHash" TEXT NOT NULL,
    "administrator" BOOLEAN NOT NULL DEFAULT false,
    "disabledAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "User_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Session" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "revokedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "JoinLink" (
    "id" UUID NOT NULL,
    "studyId" UUID,
    "role" "Role",
    "administrator" BOOLEAN NOT NULL DEFAULT false,
    "tokenHash" TEXT NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "maxUses" INTEGER NOT NULL DEFAULT 1,
    "uses" INTEGER NOT NULL DEFAULT 0,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "revokedAt" TIMESTAMPTZ(3),
    "createdById" UUID,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "JoinLink_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "RateCount" (
    "key" TEXT NOT NULL,
    "windowAt" TIMESTAMPTZ(3) NOT NULL,
    "count" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "RateCount_pkey" PRIMARY KEY ("key","windowAt")
);

-- CreateTable
CREATE TABLE "Study" (
    "id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "demo" BOOLEAN NOT NULL DEFAULT false,
    "licence" TEXT NOT NULL DEFAULT 'unknown',
    "sourceUrl" TEXT NOT NULL DEFAULT 'unknown',
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "archivedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Study_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Membership" (
    "studyId" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "role" "Role" NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Membership_pkey" PRIMARY KEY ("studyId","userId","role")
);

-- CreateTable
CREATE TABLE "Codebook" (
    "studyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "content" JSONB NOT NULL,
    "contentHash" TEXT NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "createdById" UUID,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Codebook_pkey" PRIMARY KEY ("studyId","id")
);

-- CreateTable
CREATE TABLE "Import" (
    "studyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "kind" "ImportKind" NOT NULL,
    "state" "ImportState" NOT NULL DEFAULT 'running',
    "fileName" TEXT NOT NULL,
    "sha256" TEXT,
    "bytes" BIGINT NOT NULL DEFAULT 0,
    "totalBytes" BIGINT,
    "rows" INTEGER NOT NULL DEFAULT 0,
    "added" INTEGER NOT NULL DEFAULT 0,
    "unchanged" INTEGER NOT NULL DEFAULT 0,
    "faultCount" INTEGER NOT NULL DEFAULT 0,
    "faults" JSONB NOT NULL DEFAULT '[]',
    "notices" JSONB NOT NULL DEFAULT '[]',
    "options" JSONB NOT NULL DEFAULT '{}',
    "createdById" UUID,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Import_pkey" PRIMARY KEY ("studyId","id")
);

-- CreateTable
CREATE TABLE "Item" (
    "studyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "content" JSONB NOT NULL,
    "contentHash" TEXT NOT NULL,
    "focalKey" TEXT,
    "targetKey" TEXT,
    "windowHash" TEXT,
    "located" BOOLEAN,
    "importId" UUID,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Item_pkey" PRIMARY KEY ("studyId","id")
);

-- CreateTable
CREATE TABLE "Sample" (
    "studyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "roundId" UUID NOT NULL,
    "seed" TEXT NOT NULL,
    "generator" TEXT NOT NULL,
    "plan" JSONB NOT NULL,
    "frameHash" TEXT NOT NULL,
    "frameSize" INTEGER NOT NULL,
    "createdById" UUID,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Sample_pkey" PRIMARY KEY ("studyId","id")
);

-- CreateTable
CREATE TABLE "SampleItem" (
    "studyId" UUID NOT NULL,
    "sampleId" UUID NOT NULL,
    "itemId" UUID NOT NULL,
    "stratum" TEXT NOT NULL,
    "inclusionProbability" DOUBLE PRECISION NOT NULL,
    "weight" DOUBLE PRECISION NOT NULL,
    "k" INTEGER NOT NULL,

    CONSTRAINT "SampleItem_pkey" PRIMARY KEY ("studyId","sampleId","itemId")
);

-- CreateTable
CREATE TABLE "Round" (
    "studyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "purpose" "RoundPurpose" NOT NULL,
    "ordinal" INTEGER NOT NULL DEFAULT 0,
    "seed" TEXT NOT NULL,
    "closedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Round_pkey" PRIMARY KEY ("studyId","id")
);

-- CreateTable
CREATE TABLE "Rater" (
    "studyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "pseudonym" TEXT NOT NULL,
    "kind" "RaterKind" NOT NULL,
    "userId" UUID,
    "name" TEXT,
    "model" TEXT,
    "promptHash" TEXT,
    "parameters" JSONB,
    "run" INTEGER,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Rater_pkey" PRIMARY KEY ("studyId","id")
);

-- CreateTable
CREATE TABLE "Slot" (
    "studyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "roundId" UUID NOT NULL,
    "itemId" UUID NOT NULL,
    "n" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "reservedFor" UUID,
    "raterId" UUID,
    "state" "SlotState" NOT NULL DEFAULT 'open',
    "leasedUntil" TIMESTAMPTZ(3),
    "servedAt" TIMESTAMPTZ(3),
    "servedHash" TEXT,
    "filledAt" TIMESTAMPTZ(3),
    "codebookVersion" INTEGER,

    CONSTRAINT "Slot_pkey" PRIMARY KEY ("studyId","id")
);

-- CreateTable
CREATE TABLE "LabelEvent" (
    "studyId" UUID NOT NULL,
    "opId" UUID NOT NULL,
    "roundId" UUID NOT NULL,
    "itemId" UUID NOT NULL,
    "unit" TEXT NOT NULL DEFAULT '',
    "slotId" UUID,
    "raterId" UUID NOT NULL,
    "question" TEXT NOT NULL,
    "value" TEXT,
    "revises" UUID,
    "note" TEXT,
    "elapsedMs" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "seq" INTEGER NOT NULL,
    "salt" TEXT,
    "bodyHash" TEXT NOT NULL,
    "payloadHash" TEXT NOT NULL,
    "prevHash" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "codebookVersion" INTEGER NOT NULL,

    CONSTRAINT "LabelEvent_pkey" PRIMARY KEY ("studyId","opId")
);

-- CreateTable
CREATE TABLE "Label" (
    "studyId" UUID NOT NULL,
    "roundId" UUID NOT NULL,
    "itemId" UUID NOT NULL,
    "unit" TEXT NOT NULL DEFAULT '',
    "raterId" UUID NOT NULL,
    "question" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "derived" BOOLEAN NOT NULL DEFAULT false,
    "extra" BOOLEAN NOT NULL DEFAULT false,
    "origin" "LabelOrigin" NOT NULL DEFAULT 'studio',
    "note" TEXT,
    "confidence" TEXT,
    "probability" DOUBLE PRECISION,
    "rationale" TEXT,
    "keyPhrase" TEXT,
    "opId" UUID,
    "importId" UUID,
    "elapsedMs" INTEGER,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "codebookVersion" INTEGER NOT NULL,

    CONSTRAINT "Label_pkey" PRIMARY KEY ("studyId","roundId","itemId","unit","raterId","question")
);

-- CreateTable
CREATE TABLE "AuditEvent" (
    "studyId" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor" JSONB NOT NULL,
    "requestId" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "detail" JSONB NOT NULL,
    "prevHash" TEXT NOT NULL,
    "hash" TEXT NOT NULL,

    CONSTRAINT "AuditEvent_pkey" PRIMARY KEY ("studyId","seq")
);

-- CreateIndex
CREATE UNIQUE INDEX "User_email_key" ON "User"("email");

-- CreateIndex
CREATE INDEX "Session_userId_idx" ON "Session"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "JoinLink_tokenHash_key" ON "JoinLink"("tokenHash");

-- CreateIndex
CREATE INDEX "JoinLink_studyId_idx" ON "JoinLink"("studyId");

-- CreateIndex
CREATE UNIQUE INDEX "Study_slug_key" ON "Study"("slug");

-- CreateIndex
CREATE INDEX "Membership_userId_idx" ON "Membership"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "Codebook_studyId_version_key" ON "Codebook"("studyId", "version");

-- CreateIndex
CREATE INDEX "Import_studyId_createdAt_idx" ON "Import"("studyId", "createdAt");

-- CreateIndex
CREATE INDEX "Item_studyId_focalKey_targetKey_idx" ON "Item"("studyId", "focalKey", "targetKey");

-- CreateIndex
CREATE INDEX "Item_studyId_windowHash_idx" ON "Item"("studyId", "windowHash");

-- CreateIndex
CREATE UNIQUE INDEX "Item_studyId_key_key" ON "Item"("studyId", "key");

-- CreateIndex
CREATE INDEX "Sample_studyId_roundId_idx" ON "Sample"("studyId", "roundId");

-- CreateIndex
CREATE INDEX "SampleItem_studyId_itemId_idx" ON "SampleItem"("studyId", "itemId");

-- CreateIndex
CREATE UNIQUE INDEX "Round_studyId_name_key" ON "Round"("studyId", "name");

-- CreateIndex
CREATE UNIQUE INDEX "Rater_studyId_pseudonym_key" ON "Rater"("studyId", "pseudonym");

-- CreateIndex
CREATE UNIQUE INDEX "Rater_studyId_userId_key" ON "Rater"("studyId", "userId");

-- CreateIndex
CREATE UNIQUE INDEX "Rater_studyId_kind_name_key" ON "Rater"("studyId", "kind", "name");

-- CreateIndex
CREATE INDEX "Slot_studyId_roundId_state_position_idx" ON "Slot"("studyId", "roundId", "state", "position");

-- CreateIndex
CREATE INDEX "Slot_studyId_raterId_state_idx" ON "Slot"("studyId", "raterId", "state");

-- CreateIndex
CREATE INDEX "Slot_studyId_reservedFor_state_idx" ON "Slot"("studyId", "reservedFor", "state");

-- CreateIndex
CREATE UNIQUE INDEX "Slot_studyId_roundId_itemId_n_key" ON "Slot"("studyId", "roundId", "itemId", "n");

-- CreateIndex
CREATE UNIQUE INDEX "Slot_studyId_roundId_itemId_raterId_key" ON "Slot"("studyId", "roundId", "itemId", "raterId");

-- CreateIndex
CREATE INDEX "LabelEvent_studyId_itemId_idx" ON "LabelEvent"("studyId", "itemId");

-- CreateIndex
CREATE UNIQUE INDEX "LabelEvent_studyId_raterId_seq_key" ON "LabelEvent"("studyId", "raterId", "seq");

-- CreateIndex
CREATE INDEX "Label_studyId_question_roundId_raterId_idx" ON "Label"("studyId", "question", "roundId", "raterId");

-- CreateIndex
CREATE INDEX "Label_studyId_raterId_at_idx" ON "Label"("studyId", "raterId", "at");

-- CreateIndex
CREATE INDEX "Label_studyId_importId_idx" ON "Label"("studyId", "importId");

-- AddForeignKey
ALTER TABLE "Session" ADD CONSTRAINT "Session_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "JoinLink" ADD CONSTRAINT "JoinLink_studyId_fkey" FOREIGN KEY ("studyId") REFERENCES "Study"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Membership" ADD CONSTRAINT "Membership_studyId_fkey" FOREIGN KEY ("studyId") REFERENCES "Study"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Membership" ADD CONSTRAINT "Membership_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Codebook" ADD CONSTRAINT "Codebook_studyId_fkey" FOREIGN KEY ("studyId") REFERENCES "Study"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Import" ADD CONSTRAINT "Import_studyId_fkey" FOREIGN KEY ("studyId") REFERENCES "Study"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Item" ADD CONSTRAINT "Item_studyId_fkey" FOREIGN KEY ("studyId") REFERENCES "Study"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Sample" ADD CONSTRAINT "Sample_studyId_fkey" FOREIGN KEY ("studyId") REFERENCES "Study"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Sample" ADD CONSTRAINT "Sample_studyId_roundId_fkey" FOREIGN KEY ("studyId", "roundId") REFERENCES "Round"("studyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SampleItem" ADD CONSTRAINT "SampleItem_studyId_sampleId_fkey" FOREIGN KEY ("studyId", "sampleId") REFERENCES "Sample"("studyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SampleItem" ADD CONSTRAINT "SampleItem_studyId_itemId_fkey" FOREIGN KEY ("studyId", "itemId") REFERENCES "Item"("studyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Round" ADD CONSTRAINT "Round_studyId_fkey" FOREIGN KEY ("studyId") REFERENCES "Study"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Rater" ADD CONSTRAINT "Rater_studyId_fkey" FOREIGN KEY ("studyId") REFERENCES "Study"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Rater" ADD CONSTRAINT "Rater_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Slot" ADD CONSTRAINT "Slot_studyId_roundId_fkey" FOREIGN KEY ("studyId", "roundId") REFERENCES "Round"("studyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Slot" ADD CONSTRAINT "Slot_studyId_itemId_fkey" FOREIGN KEY ("studyId", "itemId") REFERENCES "Item"("studyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;
