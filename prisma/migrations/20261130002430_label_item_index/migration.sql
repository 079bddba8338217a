-- CreateIndex
CREATE INDEX "Label_studyId_itemId_idx" ON "Label"("studyId", "itemId");
