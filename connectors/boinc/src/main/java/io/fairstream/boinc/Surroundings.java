package io.fairstream.boinc;

import io.fairstream.schemas.HostReport;
import java.time.Instant;
import java.util.Optional;

/** What the gateway stands between: it writes reports and reads projects and assignments. For any thread. */
public interface Surroundings {

    /**
     * Returns once the cluster has the report.
     *
     * @throws Undelivered if it perhaps has not
     */
    void deliver(HostReport report) throws Undelivered;

    ProjectList projects();

    /** What the host was last given; waited for, for a short time, if that was before this instant. */
    Optional<Given> given(String host, Instant since);
}
