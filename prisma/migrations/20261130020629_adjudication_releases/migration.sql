-- CreateEnum
CREATE TYPE "AdjudicationReason" AS ENUM ('rater_slip', 'criteria_unclear', 'item_broken', 'genuinely_ambiguous');

-- CreateEnum
CREATE TYPE "ReleaseProfile" AS ENUM ('public', 'team', 'full');

-- CreateEnum
CREATE TYPE "ReleaseState" AS ENUM ('building', 'ready', 'failed');

-- CreateEnum
CREATE TYPE "TargetSetKind" AS ENUM ('targets', 'tier', 'split');

-- AlterTable
ALTER TABLE "Codebook" ADD COLUMN     "mapping" JSONB NOT NULL DEFAULT '[]';

-- CreateTable
CREATE TABLE "AdjudicationEvent" (
    "studyId" UUID NOT NULL,
    "opId" UUID NOT NULL,
    "roundId" UUID NOT NULL,
    "itemId" UUID NOT NULL,
    "unit" TEXT NOT NULL DEFAULT '',
    "question" TEXT NOT NULL,
    "value" TEXT,
    "reason" "AdjudicationReason",
    "note" TEXT,
    "settles" BOOLEAN NOT NULL DEFAULT false,
    "revises" UUID,
    "basisHash" TEXT NOT NULL,
    "judgeShown" BOOLEAN NOT NULL DEFAULT false,
    "userId" UUID NOT NULL,
    "elapsedMs" INTEGER NOT NULL DEFAULT 0,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "codebookVersion" INTEGER NOT NULL,

    CONSTRAINT "AdjudicationEvent_pkey" PRIMARY KEY ("studyId","opId")
);

-- CreateTable
CREATE TABLE "Adjudication" (
    "studyId" UUID NOT NULL,
    "roundId" UUID NOT NULL,
    "itemId" UUID NOT NULL,
    "unit" TEXT NOT NULL DEFAULT '',
    "question" TEXT NOT NULL,
    "userId" UUID NOT NULL,
    "value" TEXT NOT NULL,
    "derived" BOOLEAN NOT NULL DEFAULT false,
    "reason" "AdjudicationReason" NOT NULL,
    "note" TEXT,
    "settles" BOOLEAN NOT NULL DEFAULT false,
    "basisHash" TEXT NOT NULL,
    "opId" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "codebookVersion" INTEGER NOT NULL,

    CONSTRAINT "Adjudication_pkey" PRIMARY KEY ("studyId","roundId","itemId","unit","question","userId")
);

-- CreateTable
CREATE TABLE "CodebookTask" (
    "studyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "question" TEXT,
    "option" TEXT,
    "text" TEXT NOT NULL,
    "itemId" UUID,
    "opId" UUID,
    "codebookVersion" INTEGER NOT NULL,
    "createdById" UUID NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "doneAt" TIMESTAMPTZ(3),
    "doneById" UUID,
    "doneVersion" INTEGER,

    CONSTRAINT "CodebookTask_pkey" PRIMARY KEY ("studyId","id")
);

-- CreateTable
CREATE TABLE "Layer" (
    "studyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "rule" JSONB NOT NULL,
    "ruleHash" TEXT NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "createdById" UUID,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "retiredAt" TIMESTAMPTZ(3),

    CONSTRAINT "Layer_pkey" PRIMARY KEY ("studyId","id")
);

-- CreateTable
CREATE TABLE "Pool" (
    "studyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "fileName" TEXT NOT NULL,
    "sha256" TEXT NOT NULL,
    "bytes" BIGINT NOT NULL,
    "size" INTEGER NOT NULL,
    "createdById" UUID,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Pool_pkey" PRIMARY KEY ("studyId","id")
);

-- CreateTable
CREATE TABLE "PoolEntry" (
    "studyId" UUID NOT NULL,
    "poolId" UUID NOT NULL,
    "corpusId" TEXT NOT NULL,
    "title" TEXT,
    "titleKey" TEXT,
    "year" INTEGER,
    "doi" TEXT,
    "arxivId" TEXT,
    "authors" JSONB,
    "venue" TEXT,
    "publishedOn" DATE,

    CONSTRAINT "PoolEntry_pkey" PRIMARY KEY ("studyId","poolId","corpusId")
);

-- CreateTable
CREATE TABLE "TargetSet" (
    "studyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "kind" "TargetSetKind" NOT NULL,
    "fileName" TEXT NOT NULL,
    "sha256" TEXT NOT NULL,
    "bytes" BIGINT NOT NULL,
    "rows" INTEGER NOT NULL,
    "createdById" UUID,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "TargetSet_pkey" PRIMARY KEY ("studyId","id")
);

-- CreateTable
CREATE TABLE "TargetEntry" (
    "studyId" UUID NOT NULL,
    "setId" UUID NOT NULL,
    "focalKey" TEXT NOT NULL,
    "targetKey" TEXT NOT NULL DEFAULT '',
    "authorKey" TEXT NOT NULL DEFAULT '',
    "split" TEXT NOT NULL DEFAULT '',
    "cutOff" DATE,

    CONSTRAINT "TargetEntry_pkey" PRIMARY KEY ("studyId","setId","focalKey","targetKey","authorKey","split")
);

-- CreateTable
CREATE TABLE "Run" (
    "studyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "fileName" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "sha256" TEXT NOT NULL,
    "bytes" BIGINT NOT NULL,
    "rows" INTEGER NOT NULL,
    "parameters" JSONB NOT NULL DEFAULT '{}',
    "createdById" UUID,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Run_pkey" PRIMARY KEY ("studyId","id")
);

-- CreateTable
CREATE TABLE "RunEntry" (
    "studyId" UUID NOT NULL,
    "runId" UUID NOT NULL,
    "query" TEXT NOT NULL,
    "document" TEXT NOT NULL,
    "score" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "RunEntry_pkey" PRIMARY KEY ("studyId","runId","query","document")
);

-- CreateTable
CREATE TABLE "Release" (
    "studyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "version" TEXT NOT NULL,
    "profile" "ReleaseProfile" NOT NULL,
    "state" "ReleaseState" NOT NULL DEFAULT 'building',
    "plan" JSONB NOT NULL,
    "manifest" JSONB,
    "manifestHash" TEXT,
    "changes" TEXT NOT NULL DEFAULT '',
    "problem" TEXT,
    "patchOf" UUID,
    "createdById" UUID,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "frozenAt" TIMESTAMPTZ(3),

    CONSTRAINT "Release_pkey" PRIMARY KEY ("studyId","id")
);

-- CreateTable
CREATE TABLE "ReleaseFile" (
    "studyId" UUID NOT NULL,
    "releaseId" UUID NOT NULL,
    "path" TEXT NOT NULL,
    "mediaType" TEXT NOT NULL,
    "sha256" TEXT NOT NULL,
    "bytes" BIGINT NOT NULL,
    "rows" INTEGER,

    CONSTRAINT "ReleaseFile_pkey" PRIMARY KEY ("studyId","releaseId","path")
);

-- CreateTable
CREATE TABLE "ReleaseChunk" (
    "studyId" UUID NOT NULL,
    "releaseId" UUID NOT NULL,
    "path" TEXT NOT NULL,
    "n" INTEGER NOT NULL,
    "content" BYTEA NOT NULL,

    CONSTRAINT "ReleaseChunk_pkey" PRIMARY KEY ("studyId","releaseId","path","n")
);

-- CreateIndex
CREATE INDEX "AdjudicationEvent_studyId_itemId_idx" ON "AdjudicationEvent"("studyId", "itemId");

-- CreateIndex
CREATE INDEX "AdjudicationEvent_studyId_userId_at_idx" ON "AdjudicationEvent"("studyId", "userId", "at");

-- CreateIndex
CREATE INDEX "Adjudication_studyId_question_roundId_idx" ON "Adjudication"("studyId", "question", "roundId");

-- CreateIndex
CREATE INDEX "CodebookTask_studyId_doneAt_idx" ON "CodebookTask"("studyId", "doneAt");

-- CreateIndex
CREATE UNIQUE INDEX "Layer_studyId_name_key" ON "Layer"("studyId", "name");

-- CreateIndex
CREATE UNIQUE INDEX "Pool_studyId_name_key" ON "Pool"("studyId", "name");

-- CreateIndex
CREATE INDEX "PoolEntry_studyId_poolId_titleKey_idx" ON "PoolEntry"("studyId", "poolId", "titleKey");

-- CreateIndex
CREATE INDEX "PoolEntry_studyId_poolId_doi_idx" ON "PoolEntry"("studyId", "poolId", "doi");

-- CreateIndex
CREATE UNIQUE INDEX "TargetSet_studyId_name_key" ON "TargetSet"("studyId", "name");

-- CreateIndex
CREATE INDEX "TargetEntry_studyId_setId_focalKey_idx" ON "TargetEntry"("studyId", "setId", "focalKey");

-- CreateIndex
CREATE UNIQUE INDEX "Run_studyId_name_key" ON "Run"("studyId", "name");

-- CreateIndex
CREATE UNIQUE INDEX "Release_studyId_version_profile_key" ON "Release"("studyId", "version", "profile");

-- AddForeignKey
ALTER TABLE "Layer" ADD CONSTRAINT "Layer_studyId_fkey" FOREIGN KEY ("studyId") REFERENCES "Study"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Pool" ADD CONSTRAINT "Pool_studyId_fkey" FOREIGN KEY ("studyId") REFERENCES "Study"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PoolEntry" ADD CONSTRAINT "PoolEntry_studyId_poolId_fkey" FOREIGN KEY ("studyId", "poolId") REFERENCES "Pool"("studyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TargetSet" ADD CONSTRAINT "TargetSet_studyId_fkey" FOREIGN KEY ("studyId") REFERENCES "Study"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TargetEntry" ADD CONSTRAINT "TargetEntry_studyId_setId_fkey" FOREIGN KEY ("studyId", "setId") REFERENCES "TargetSet"("studyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Run" ADD CONSTRAINT "Run_studyId_fkey" FOREIGN KEY ("studyId") REFERENCES "Study"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RunEntry" ADD CONSTRAINT "RunEntry_studyId_runId_fkey" FOREIGN KEY ("studyId", "runId") REFERENCES "Run"("studyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Release" ADD CONSTRAINT "Release_studyId_fkey" FOREIGN KEY ("studyId") REFERENCES "Study"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ReleaseFile" ADD CONSTRAINT "ReleaseFile_studyId_releaseId_fkey" FOREIGN KEY ("studyId", "releaseId") REFERENCES "Release"("studyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ReleaseChunk" ADD CONSTRAINT "ReleaseChunk_studyId_releaseId_path_fkey" FOREIGN KEY ("studyId", "releaseId", "path") REFERENCES "ReleaseFile"("studyId", "releaseId", "path") ON DELETE CASCADE ON UPDATE CASCADE;
