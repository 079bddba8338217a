-- AlterEnum
ALTER TYPE "ImportKind" ADD VALUE 'documents';

-- AlterEnum
ALTER TYPE "ImportState" ADD VALUE 'queued';

-- CreateTable
CREATE TABLE "StagedFile" (
    "studyId" UUID NOT NULL,
    "importId" UUID NOT NULL,
    "n" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "bytes" BIGINT NOT NULL,
    "sha256" TEXT,

    CONSTRAINT "StagedFile_pkey" PRIMARY KEY ("studyId","importId","n")
);

-- CreateTable
CREATE TABLE "StagedPiece" (
    "studyId" UUID NOT NULL,
    "importId" UUID NOT NULL,
    "file" INTEGER NOT NULL,
    "n" INTEGER NOT NULL,
    "content" BYTEA NOT NULL,

    CONSTRAINT "StagedPiece_pkey" PRIMARY KEY ("studyId","importId","file","n")
);

-- AddForeignKey
ALTER TABLE "StagedFile" ADD CONSTRAINT "StagedFile_studyId_importId_fkey" FOREIGN KEY ("studyId", "importId") REFERENCES "Import"("studyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "StagedPiece" ADD CONSTRAINT "StagedPiece_studyId_importId_file_fkey" FOREIGN KEY ("studyId", "importId", "file") REFERENCES "StagedFile"("studyId", "importId", "n") ON DELETE CASCADE ON UPDATE CASCADE;
