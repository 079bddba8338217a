-- CreateEnum
CREATE TYPE "CampaignState" AS ENUM ('draft', 'open', 'closed');

-- CreateEnum
CREATE TYPE "CampaignTextKind" AS ENUM ('information', 'consent', 'question', 'help', 'invitation', 'reminder');

-- CreateEnum
CREATE TYPE "InvitationState" AS ENUM ('made', 'sent', 'bounced', 'opened', 'started', 'submitted', 'declined', 'withdrawn', 'expired');

-- CreateEnum
CREATE TYPE "MessageKind" AS ENUM ('invite', 'reminder1', 'reminder2');

-- CreateEnum
CREATE TYPE "MessageState" AS ENUM ('queued', 'sending', 'sent', 'failed', 'bounced');

-- CreateEnum
CREATE TYPE "EndorsementEventKind" AS ENUM ('identity', 'not_me', 'not_my_paper', 'consent', 'answer', 'work', 'inspiration', 'list_shown', 'submit', 'reopen', 'decline', 'withdraw', 'mail', 'erase');

-- CreateEnum
CREATE TYPE "EndorsementSource" AS ENUM ('recalled', 'recognised', 'mail');

-- CreateEnum
CREATE TYPE "EndorsementValue" AS ENUM ('yes', 'maybe');

-- CreateEnum
CREATE TYPE "InspirationKind" AS ENUM ('talk', 'conversation', 'failed_experiment', 'need', 'other');

-- CreateEnum
CREATE TYPE "ReviewDecision" AS ENUM ('confirm', 'flag', 'exclude');

-- CreateEnum
CREATE TYPE "ReviewFlag" AS ENUM ('self_cite', 'review_paper');

-- CreateEnum
CREATE TYPE "EraseMode" AS ENUM ('unlink', 'remove');

-- CreateTable
CREATE TABLE "Campaign" (
    "studyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "state" "CampaignState" NOT NULL DEFAULT 'draft',
    "languages" TEXT[],
    "opensAt" TIMESTAMPTZ(3),
    "closesAt" TIMESTAMPTZ(3),
    "reminderDays" INTEGER[],
    "senderName" TEXT NOT NULL DEFAULT '',
    "senderEmail" TEXT NOT NULL DEFAULT '',
    "contact" TEXT NOT NULL DEFAULT '',
    "collects" JSONB NOT NULL,
    "reviewers" INTEGER NOT NULL DEFAULT 1,
    "poolId" UUID,
    "seed" TEXT NOT NULL,
    "createdById" UUID,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "openedAt" TIMESTAMPTZ(3),
    "closedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Campaign_pkey" PRIMARY KEY ("studyId","id")
);

-- CreateTable
CREATE TABLE "CampaignText" (
    "studyId" UUID NOT NULL,
    "campaignId" UUID NOT NULL,
    "kind" "CampaignTextKind" NOT NULL,
    "language" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "subject" TEXT,
    "markdown" TEXT NOT NULL,
    "sha256" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "CampaignText_pkey" PRIMARY KEY ("studyId","campaignId","kind","language","version")
);

-- CreateTable
CREATE TABLE "FocalPaper" (
    "studyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "campaignId" UUID NOT NULL,
    "corpusId" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "year" INTEGER,
    "venue" TEXT,
    "doi" TEXT,
    "field" TEXT,
    "authors" TEXT[],
    "isReview" BOOLEAN NOT NULL DEFAULT false,
    "tier" TEXT,
    "strata" JSONB NOT NULL DEFAULT '{}',
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "FocalPaper_pkey" PRIMARY KEY ("studyId","id")
);

-- CreateTable
CREATE TABLE "FocalReference" (
    "studyId" UUID NOT NULL,
    "focalId" UUID NOT NULL,
    "n" INTEGER NOT NULL,
    "corpusId" TEXT,
    "title" TEXT NOT NULL,
    "titleKey" TEXT NOT NULL,
    "year" INTEGER,
    "venue" TEXT,
    "doi" TEXT,
    "authors" TEXT[],
    "section" TEXT,
    "tier" TEXT,
    "mentions" INTEGER,
    "rhetoric" JSONB,
    "selfCitation" BOOLEAN,

    CONSTRAINT "FocalReference_pkey" PRIMARY KEY ("studyId","focalId","n")
);

-- CreateTable
CREATE TABLE "Invitee" (
    "studyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "campaignId" UUID NOT NULL,
    "email" TEXT,
    "name" TEXT,
    "field" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "erasedAt" TIMESTAMPTZ(3),
    "eraseMode" "EraseMode",

    CONSTRAINT "Invitee_pkey" PRIMARY KEY ("studyId","id")
);

-- CreateTable
CREATE TABLE "InviteePaper" (
    "studyId" UUID NOT NULL,
    "inviteeId" UUID NOT NULL,
    "focalId" UUID NOT NULL,
    "n" INTEGER NOT NULL,
    "seed" TEXT NOT NULL,
    "listShownAt" TIMESTAMPTZ(3),
    "notMineAt" TIMESTAMPTZ(3),

    CONSTRAINT "InviteePaper_pkey" PRIMARY KEY ("studyId","inviteeId","focalId")
);

-- CreateTable
CREATE TABLE "Invitation" (
    "studyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "campaignId" UUID NOT NULL,
    "inviteeId" UUID NOT NULL,
    "state" "InvitationState" NOT NULL DEFAULT 'made',
    "madeAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sentAt" TIMESTAMPTZ(3),
    "bouncedAt" TIMESTAMPTZ(3),
    "openedAt" TIMESTAMPTZ(3),
    "startedAt" TIMESTAMPTZ(3),
    "submittedAt" TIMESTAMPTZ(3),
    "declinedAt" TIMESTAMPTZ(3),
    "withdrawnAt" TIMESTAMPTZ(3),
    "expiredAt" TIMESTAMPTZ(3),
    "revokedAt" TIMESTAMPTZ(3),
    "replacedById" UUID,

    CONSTRAINT "Invitation_pkey" PRIMARY KEY ("studyId","id")
);

-- CreateTable
CREATE TABLE "InvitationToken" (
    "tokenHash" TEXT NOT NULL,
    "studyId" UUID NOT NULL,
    "invitationId" UUID NOT NULL,
    "via" TEXT NOT NULL,
    "exchanges" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "exchangedAt" TIMESTAMPTZ(3),
    "revokedAt" TIMESTAMPTZ(3),

    CONSTRAINT "InvitationToken_pkey" PRIMARY KEY ("tokenHash")
);

-- CreateTable
CREATE TABLE "Message" (
    "studyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "campaignId" UUID NOT NULL,
    "invitationId" UUID NOT NULL,
    "kind" "MessageKind" NOT NULL,
    "ordinal" INTEGER NOT NULL DEFAULT 1,
    "state" "MessageState" NOT NULL DEFAULT 'queued',
    "messageId" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "dueAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "queuedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "claimedAt" TIMESTAMPTZ(3),
    "sentAt" TIMESTAMPTZ(3),
    "failedAt" TIMESTAMPTZ(3),
    "bouncedAt" TIMESTAMPTZ(3),
    "problem" TEXT,

    CONSTRAINT "Message_pkey" PRIMARY KEY ("studyId","id")
);

-- CreateTable
CREATE TABLE "Response" (
    "studyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "campaignId" UUID NOT NULL,
    "inviteeId" UUID NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 0,
    "language" TEXT,
    "consentAt" TIMESTAMPTZ(3),
    "consentHash" TEXT,
    "informationHash" TEXT,
    "publishIdentity" BOOLEAN NOT NULL DEFAULT false,
    "identityConfirmedAt" TIMESTAMPTZ(3),
    "notMeAt" TIMESTAMPTZ(3),
    "startedAt" TIMESTAMPTZ(3),
    "submittedAt" TIMESTAMPTZ(3),
    "declinedAt" TIMESTAMPTZ(3),
    "withdrawnAt" TIMESTAMPTZ(3),
    "erasedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Response_pkey" PRIMARY KEY ("studyId","id")
);

-- CreateTable
CREATE TABLE "EndorsementEvent" (
    "studyId" UUID NOT NULL,
    "opId" UUID NOT NULL,
    "responseId" UUID NOT NULL,
    "revision" INTEGER NOT NULL,
    "kind" "EndorsementEventKind" NOT NULL,
    "focalId" UUID,
    "body" JSONB,
    "bodyHash" TEXT NOT NULL,
    "pairs" INTEGER NOT NULL DEFAULT 0,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "EndorsementEvent_pkey" PRIMARY KEY ("studyId","opId")
);

-- CreateTable
CREATE TABLE "Endorsement" (
    "studyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "responseId" UUID NOT NULL,
    "focalId" UUID NOT NULL,
    "referenceN" INTEGER,
    "title" TEXT,
    "year" INTEGER,
    "doi" TEXT,
    "corpusId" TEXT,
    "resolvedBy" TEXT,
    "resolvedById" UUID,
    "resolvedAt" TIMESTAMPTZ(3),
    "source" "EndorsementSource" NOT NULL,
    "value" "EndorsementValue" NOT NULL,
    "reason" TEXT,
    "mailReplyId" UUID,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "changedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Endorsement_pkey" PRIMARY KEY ("studyId","id")
);

-- CreateTable
CREATE TABLE "Inspiration" (
    "studyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "responseId" UUID NOT NULL,
    "focalId" UUID NOT NULL,
    "kind" "InspirationKind" NOT NULL,
    "text" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Inspiration_pkey" PRIMARY KEY ("studyId","id")
);

-- CreateTable
CREATE TABLE "EndorsementReview" (
    "studyId" UUID NOT NULL,
    "endorsementId" UUID NOT NULL,
    "reviewerId" UUID NOT NULL,
    "decision" "ReviewDecision" NOT NULL,
    "flag" "ReviewFlag",
    "reason" TEXT,
    "basisHash" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "EndorsementReview_pkey" PRIMARY KEY ("studyId","endorsementId","reviewerId")
);

-- CreateTable
CREATE TABLE "MailReply" (
    "studyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "campaignId" UUID NOT NULL,
    "inviteeId" UUID NOT NULL,
    "text" TEXT,
    "textHash" TEXT NOT NULL,
    "receivedAt" TIMESTAMPTZ(3),
    "createdById" UUID,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "MailReply_pkey" PRIMARY KEY ("studyId","id")
);

-- CreateTable
CREATE TABLE "DoNotAsk" (
    "studyId" UUID NOT NULL,
    "keyHash" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "DoNotAsk_pkey" PRIMARY KEY ("studyId","keyHash")
);

-- CreateIndex
CREATE UNIQUE INDEX "Campaign_studyId_name_key" ON "Campaign"("studyId", "name");

-- CreateIndex
CREATE UNIQUE INDEX "FocalPaper_studyId_campaignId_corpusId_key" ON "FocalPaper"("studyId", "campaignId", "corpusId");

-- CreateIndex
CREATE INDEX "FocalReference_studyId_focalId_corpusId_idx" ON "FocalReference"("studyId", "focalId", "corpusId");

-- CreateIndex
CREATE INDEX "Invitee_email_idx" ON "Invitee"("email");

-- CreateIndex
CREATE UNIQUE INDEX "Invitee_studyId_campaignId_email_key" ON "Invitee"("studyId", "campaignId", "email");

-- CreateIndex
CREATE INDEX "InviteePaper_studyId_focalId_idx" ON "InviteePaper"("studyId", "focalId");

-- CreateIndex
CREATE INDEX "Invitation_studyId_campaignId_state_idx" ON "Invitation"("studyId", "campaignId", "state");

-- CreateIndex
CREATE INDEX "Invitation_studyId_inviteeId_idx" ON "Invitation"("studyId", "inviteeId");

-- CreateIndex
CREATE INDEX "InvitationToken_studyId_invitationId_idx" ON "InvitationToken"("studyId", "invitationId");

-- CreateIndex
CREATE UNIQUE INDEX "Message_messageId_key" ON "Message"("messageId");

-- CreateIndex
CREATE INDEX "Message_state_dueAt_idx" ON "Message"("state", "dueAt");

-- CreateIndex
CREATE INDEX "Message_studyId_campaignId_idx" ON "Message"("studyId", "campaignId");

-- CreateIndex
CREATE UNIQUE INDEX "Message_studyId_invitationId_kind_ordinal_key" ON "Message"("studyId", "invitationId", "kind", "ordinal");

-- CreateIndex
CREATE INDEX "Response_studyId_campaignId_idx" ON "Response"("studyId", "campaignId");

-- CreateIndex
CREATE UNIQUE INDEX "Response_studyId_inviteeId_key" ON "Response"("studyId", "inviteeId");

-- CreateIndex
CREATE INDEX "EndorsementEvent_studyId_kind_at_idx" ON "EndorsementEvent"("studyId", "kind", "at");

-- CreateIndex
CREATE UNIQUE INDEX "EndorsementEvent_studyId_responseId_revision_key" ON "EndorsementEvent"("studyId", "responseId", "revision");

-- CreateIndex
CREATE INDEX "Endorsement_studyId_focalId_idx" ON "Endorsement"("studyId", "focalId");

-- CreateIndex
CREATE UNIQUE INDEX "Endorsement_studyId_responseId_focalId_referenceN_key" ON "Endorsement"("studyId", "responseId", "focalId", "referenceN");

-- CreateIndex
CREATE INDEX "Inspiration_studyId_responseId_idx" ON "Inspiration"("studyId", "responseId");

-- CreateIndex
CREATE UNIQUE INDEX "MailReply_studyId_inviteeId_textHash_key" ON "MailReply"("studyId", "inviteeId", "textHash");

-- AddForeignKey
ALTER TABLE "Campaign" ADD CONSTRAINT "Campaign_studyId_fkey" FOREIGN KEY ("studyId") REFERENCES "Study"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CampaignText" ADD CONSTRAINT "CampaignText_studyId_campaignId_fkey" FOREIGN KEY ("studyId", "campaignId") REFERENCES "Campaign"("studyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "FocalPaper" ADD CONSTRAINT "FocalPaper_studyId_campaignId_fkey" FOREIGN KEY ("studyId", "campaignId") REFERENCES "Campaign"("studyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "FocalReference" ADD CONSTRAINT "FocalReference_studyId_focalId_fkey" FOREIGN KEY ("studyId", "focalId") REFERENCES "FocalPaper"("studyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Invitee" ADD CONSTRAINT "Invitee_studyId_campaignId_fkey" FOREIGN KEY ("studyId", "campaignId") REFERENCES "Campaign"("studyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "InviteePaper" ADD CONSTRAINT "InviteePaper_studyId_inviteeId_fkey" FOREIGN KEY ("studyId", "inviteeId") REFERENCES "Invitee"("studyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "InviteePaper" ADD CONSTRAINT "InviteePaper_studyId_focalId_fkey" FOREIGN KEY ("studyId", "focalId") REFERENCES "FocalPaper"("studyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Invitation" ADD CONSTRAINT "Invitation_studyId_inviteeId_fkey" FOREIGN KEY ("studyId", "inviteeId") REFERENCES "Invitee"("studyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "InvitationToken" ADD CONSTRAINT "InvitationToken_studyId_invitationId_fkey" FOREIGN KEY ("studyId", "invitationId") REFERENCES "Invitation"("studyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Message" ADD CONSTRAINT "Message_studyId_invitationId_fkey" FOREIGN KEY ("studyId", "invitationId") REFERENCES "Invitation"("studyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Response" ADD CONSTRAINT "Response_studyId_inviteeId_fkey" FOREIGN KEY ("studyId", "inviteeId") REFERENCES "Invitee"("studyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "EndorsementEvent" ADD CONSTRAINT "EndorsementEvent_studyId_responseId_fkey" FOREIGN KEY ("studyId", "responseId") REFERENCES "Response"("studyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Endorsement" ADD CONSTRAINT "Endorsement_studyId_responseId_fkey" FOREIGN KEY ("studyId", "responseId") REFERENCES "Response"("studyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Inspiration" ADD CONSTRAINT "Inspiration_studyId_responseId_fkey" FOREIGN KEY ("studyId", "responseId") REFERENCES "Response"("studyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "EndorsementReview" ADD CONSTRAINT "EndorsementReview_studyId_endorsementId_fkey" FOREIGN KEY ("studyId", "endorsementId") REFERENCES "Endorsement"("studyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "MailReply" ADD CONSTRAINT "MailReply_studyId_inviteeId_fkey" FOREIGN KEY ("studyId", "inviteeId") REFERENCES "Invitee"("studyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DoNotAsk" ADD CONSTRAINT "DoNotAsk_studyId_fkey" FOREIGN KEY ("studyId") REFERENCES "Study"("id") ON DELETE CASCADE ON UPDATE CASCADE;
