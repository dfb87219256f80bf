package io.fairstream.boinc;

import io.fairstream.schemas.HostReport;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Backend of the gateway: writes reports, reads projects and assignments. Thread-safe and non-blocking. */
interface GatewayBackend {

    /** Delivers a report; completes after the cluster has it, and fails with {@link UndeliveredException} if that is uncertain. */
    CompletableFuture<Void> deliver(HostReport report);

    ProjectList projects();

    /**
     * Returns the last assignment of the host. If the row is older than the host's report, it may wait a short time for a newer one.
     *
     * @param since {@code at} of the report, truncated to milliseconds as in rows
     */
    CompletableFuture<Optional<Given>> given(String host, Instant since);
}
