import type { NextAuthOptions } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { checkCredentials } from "./check-credentials";
import { SESSION_DAYS } from "./sessions";
import { cookieName, isHttps, sessionSecret } from "./settings";

declare module "next-auth/jwt" {
  // biome-ignore lint/style/useConsistentTypeDefinitions: module augmentation needs an interface
  interface JWT {
    sid?: string;
  }
}

export function authOptions(): NextAuthOptions {
  const maxAge = SESSION_DAYS * 86_400;

  return {
    secret: sessionSecret(),
    session: { strategy: "jwt", maxAge },
    pages: { signIn: "/sign-in", error: "/sign-in" },
    cookies: {
      sessionToken: {
        name: cookieName(),
        options: { httpOnly: true, sameSite: "lax", path: "/", secure: isHttps() },
      },
    },
    providers: [
      Credentials({
        credentials: { email: {}, passphrase: {} },
        async authorize(credentials) {
          const found = await checkCredentials({ email: credentials?.email, passphrase: credentials?.passphrase });

          return found ? { id: found.sessionId } : null;
        },
      }),
    ],
    callbacks: {
      jwt: ({ token, user }) => (user ? { sid: user.id } : { sid: token.sid }),
      redirect: ({ baseUrl }) => baseUrl,
    },
  };
}
