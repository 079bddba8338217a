-- Written by hand: Prisma's schema language has no triggers. lib/db/drift.db.test.ts knows their names.
-- A finished release does not change, whoever asks. What may: the deletion of its whole study, and a backup that brings
-- back the files that its manifest lists.

CREATE FUNCTION "assay_release_frozen"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT 1 FROM "Study" s WHERE s."id" = OLD."studyId") THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'Release % is finished and cannot change.', OLD."version" USING ERRCODE = 'restrict_violation';
END $$;

CREATE FUNCTION "assay_release_part_frozen"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  part record;
  listed jsonb;
  size bigint;
BEGIN
  IF TG_OP = 'INSERT' THEN part := NEW; ELSE part := OLD; END IF;
  SELECT coalesce(r."manifest"->'files', '[]'::jsonb) INTO listed FROM "Release" r
    WHERE r."studyId" = part."studyId" AND r."id" = part."releaseId" AND r."state" = 'ready';
  -- Not finished; or gone, and this is the cascade.
  IF NOT FOUND THEN
    IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
    RETURN NEW;
  END IF;
  IF TG_OP = 'INSERT' AND TG_TABLE_NAME = 'ReleaseFile' THEN
    IF NEW."path" IN ('manifest.json', 'SHA256SUMS')
      OR listed @> jsonb_build_array(jsonb_build_object('path', NEW."path", 'sha256', NEW."sha256")) THEN
      RETURN NEW;
    END IF;
  ELSIF TG_OP = 'INSERT' THEN
    SELECT f."bytes" - coalesce(sum(octet_length(c."content")), 0) INTO size FROM "ReleaseFile" f
      LEFT JOIN "ReleaseChunk" c ON c."studyId" = f."studyId" AND c."releaseId" = f."releaseId" AND c."path" = f."path"
      WHERE f."studyId" = NEW."studyId" AND f."releaseId" = NEW."releaseId" AND f."path" = NEW."path" GROUP BY f."bytes";
    IF size >= octet_length(NEW."content") THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION 'The file % is part of a finished release and cannot change.', part."path"
    USING ERRCODE = 'restrict_violation';
END $$;

CREATE FUNCTION "assay_release_kept"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM "Release" r WHERE r."state" = 'ready') THEN
    RAISE EXCEPTION 'There are finished releases, which cannot change.' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER "Release_frozen" BEFORE UPDATE OR DELETE ON "Release"
  FOR EACH ROW WHEN (OLD."state" = 'ready') EXECUTE FUNCTION "assay_release_frozen"();
CREATE TRIGGER "ReleaseFile_frozen" BEFORE INSERT OR UPDATE OR DELETE ON "ReleaseFile"
  FOR EACH ROW EXECUTE FUNCTION "assay_release_part_frozen"();
CREATE TRIGGER "ReleaseChunk_frozen" BEFORE INSERT OR UPDATE OR DELETE ON "ReleaseChunk"
  FOR EACH ROW EXECUTE FUNCTION "assay_release_part_frozen"();
CREATE TRIGGER "Release_kept" BEFORE TRUNCATE ON "Release" FOR EACH STATEMENT EXECUTE FUNCTION "assay_release_kept"();
CREATE TRIGGER "ReleaseFile_kept" BEFORE TRUNCATE ON "ReleaseFile" FOR EACH STATEMENT EXECUTE FUNCTION "assay_release_kept"();
CREATE TRIGGER "ReleaseChunk_kept" BEFORE TRUNCATE ON "ReleaseChunk" FOR EACH STATEMENT EXECUTE FUNCTION "assay_release_kept"();
