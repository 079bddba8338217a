import { studyRoute } from "@/lib/http/study-route";
import { listImportFaults } from "@/lib/imports/list-import-faults";

/** The faults as plain text, one a line: file:line:column: reason. */
export const GET = studyRoute(async ({ ctx, studyId, params }) => {
  const { faults, faultCount, fileName } = await listImportFaults(ctx, {
    studyId,
    importId: params.importId,
  });
  const lines = faults.map(({ file, line, column, reason }) => {
    const place = [file, line, column].filter((part) => part !== undefined).join(":");

    return place === "" ? reason : `${place}: ${reason}`;
  });
  const total = `${fileName}: ${faultCount} faults, ${faults.length} of them here.`;

  return new Response(`${[total, ...lines].join("\n")}\n`, {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Content-Disposition": 'attachment; filename="import-faults.txt"',
      "Cache-Control": "private, no-store",
    },
  });
});
