package io.fairstream.cli.report;

import io.fairstream.schemas.Host;
import io.fairstream.schemas.Work;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * A host, and what part of what it reported was cut, since it cannot have done it.
 *
 * @param share that of the quantity of which most was cut, 0 to 1
 */
record HostCut(Host host, double share) {
    private static final List<ToDoubleFunction<Work>> QUANTITIES = List.of(
            Work::getCpuSeconds,
            Work::getGpuSeconds,
            Work::getCpuFlops,
            Work::getGpuFlops,
            Work::getJobsSucceeded,
            Work::getJobsFailed);

    static HostCut of(Host host) {
        Work cut = host.getCapped();
        return new HostCut(host, cut == null ? 0 : share(done(host), cut));
    }

    /** What counted. */
    static Work done(Host host) {
        return new Work(
                host.getCpuSeconds(),
                host.getGpuSeconds(),
                host.getCpuFlops(),
                host.getGpuFlops(),
                host.getJobsSucceeded(),
                host.getJobsFailed());
    }

    private static double share(Work done, Work cut) {
        return QUANTITIES.stream()
                .mapToDouble(quantity -> share(quantity.applyAsDouble(done), quantity.applyAsDouble(cut)))
                .max()
                .orElse(0);
    }

    private static double share(double done, double cut) {
        return cut <= 0 ? 0 : cut / (done + cut);
    }

    @Nullable
    Work cut() {
        return host.getCapped();
    }
}
