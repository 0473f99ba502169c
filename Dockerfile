# What runs is the folder of `npm run package`, and Node. tests/resilience/shipping.test.ts runs these very steps.
FROM node:24-bookworm-slim AS build
WORKDIR /src
COPY . .
RUN npm ci
RUN npm run build
RUN npm run package

FROM node:24-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production
COPY --from=build /src/package ./
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s CMD ["node", "dist/healthy.mjs"]
CMD ["node", "dist/server.mjs"]
