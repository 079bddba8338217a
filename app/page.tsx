import { redirect } from "next/navigation";
import { pageContext } from "@/lib/http/page-context";

export default async function HomePage() {
  const ctx = await pageContext();
  redirect(ctx.actor.kind === "user" ? "/studies" : "/sign-in");
}
