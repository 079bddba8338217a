import { authHandler } from "@/lib/auth/handler";

export { authHandler as GET, authHandler as POST };
