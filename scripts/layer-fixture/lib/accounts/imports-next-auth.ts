import NextAuth from "next-auth";

export const bad = NextAuth;
