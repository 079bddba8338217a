import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/input";
import { PillLinks } from "@/components/ui/pill-links";
import type { AgreementReport } from "@/lib/agreement-reports/wire";

type Given = Record<string, string | string[] | undefined>;
type Props = { slug: string; given: Given; report: AgreementReport; subjects: { id: string; title: string }[] };

const RULES = [
  ["adjudicated", "adjudicated, else majority"],
  ["majority", "majority (strict plurality)"],
  ["lower_median", "lower median"],
  ["upper_median", "upper median"],
  ["rounded_mean", "rounded mean"],
] as const;

export function agreementHref(slug: string, given: Given, change: Record<string, string | undefined>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...given, ...change })) {
    if (typeof value === "string" && value !== "") parameters.set(name, value);
  }
  const query = parameters.toString();

  return `/studies/${slug}/agreement${query ? `?${query}` : ""}`;
}

/** What the report is about. Everything lives in the address: shareable, and back works. */
export function AgreementFilters({ slug, given, report, subjects }: Props) {
  const text = (name: string) => (typeof given[name] === "string" ? given[name] : "");
  const ordinal = report.subject.scale === "ordinal";

  return (
    <div className="mb-9 grid gap-4">
      <PillLinks
        label="Question"
        items={subjects.map(({ id, title }) => ({
          href: agreementHref(slug, given, { question: id, judgeId: undefined }),
          label: title,
          current: id === report.subject.id,
        }))}
      />
      <form action={`/studies/${slug}/agreement`} className="flex flex-wrap items-end gap-3">
        <input type="hidden" name="question" value={report.subject.id} />
        <label className="grid gap-1 text-sm text-ink-2">
          Round
          <Select name="roundId" defaultValue={text("roundId")}>
            <option value="">all but practice</option>
            {report.allRounds.map((round) => (
              <option key={round.id} value={round.id}>
                {round.name} ({round.purpose})
              </option>
            ))}
          </Select>
        </label>
        <label className="grid gap-1 text-sm text-ink-2">
          Reference
          <Select
            name="reference"
            defaultValue={report.reference.rule === "rater" ? "majority" : report.reference.rule}
          >
            {RULES.filter(([rule]) =>
              rule === "adjudicated" ? report.adjudicated : ordinal || rule === "majority",
            ).map(([rule, label]) => (
              <option key={rule} value={rule}>
                {label}
              </option>
            ))}
          </Select>
        </label>
        <label className="grid gap-1 text-sm text-ink-2">
          or one rater as reference
          <Select name="referenceRater" defaultValue={text("referenceRater")}>
            <option value="">no</option>
            {report.raters.map((rater) => (
              <option key={rater.id} value={rater.id}>
                {rater.pseudonym}
              </option>
            ))}
          </Select>
        </label>
        <label className="grid gap-1 text-sm text-ink-2">
          Labels
          <Select name="blindOnly" defaultValue={text("blindOnly")}>
            <option value="">all</option>
            <option value="1">blind labels only</option>
          </Select>
        </label>
        {report.codebookVersions.length > 1 || report.versionOnly ? (
          <label className="grid gap-1 text-sm text-ink-2">
            Codebook version
            <Select name="version" defaultValue={text("version")}>
              <option value="">all, as the newest reads them</option>
              {report.codebookVersions.map((version) => (
                <option key={version} value={version}>
                  version {version} alone
                </option>
              ))}
            </Select>
          </label>
        ) : null}
        <Button type="submit">Apply</Button>
      </form>
    </div>
  );
}
