package io.fairstream.boinc;

import io.fairstream.schemas.HostReport;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Backend of the gateway: it writes reports and reads projects and assignments. For any thread; nothing here waits. */
public interface GatewayBackend {

    /** Complete once the cluster has the report; fails with {@link UndeliveredException} if it perhaps has not. */
    CompletableFuture<Void> deliver(HostReport report);

    ProjectList projects();

    /**
     * Returns the last assignment of the host; a row from before its report may be waited out for a short time.
     *
     * @param since {@code at} of the report, in the milliseconds that rows have
     */
    CompletableFuture<Optional<Given>> given(String host, Instant since);
}
