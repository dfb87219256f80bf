package io.fairstream.rules.assign;

import io.fairstream.rules.host.Hardware;
import io.fairstream.rules.host.HostReport;
import io.fairstream.rules.host.ProjectTotals;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Facts about a host that matter for the choice.
 *
 * @param platforms for which it runs programs
 * @param resources it has; GPU for a usable one
 * @param canRunVm whether it can run virtual machines
 * @param dry for a project, of what resources it had no work for the host when last asked; all, when it could not be asked
 */
public record HostFacts(
        String host,
        String user,
        Set<String> platforms,
        Set<Resource> resources,
        boolean canRunVm,
        Map<String, Set<Resource>> dry) {
    public HostFacts {
        platforms = Set.copyOf(platforms);
        resources = Set.copyOf(resources);
        dry = Map.copyOf(dry);
    }

    /** Facts that a report contains. A project that is reported app by app is dry when all its apps are. */
    public static HostFacts of(HostReport report) {
        Map<String, Set<Resource>> dry = new HashMap<>();
        for (ProjectTotals totals : report.projects()) {
            dry.computeIfAbsent(totals.project(), any -> EnumSet.allOf(Resource.class))
                    .retainAll(dry(totals));
        }
        return new HostFacts(
                report.host(),
                report.user(),
                Set.copyOf(report.platforms()),
                resources(report.hardware()),
                !report.hardware().vmExtensionsDisabled(),
                dry);
    }

    private static Set<Resource> dry(ProjectTotals totals) {
        Set<Resource> dry = EnumSet.noneOf(Resource.class);
        if (totals.noWorkCpu() || totals.rpcFailures() > 0) {
            dry.add(Resource.CPU);
        }
        if (totals.noWorkGpu() || totals.rpcFailures() > 0) {
            dry.add(Resource.GPU);
        }
        return dry;
    }

    private static Set<Resource> resources(Hardware hardware) {
        Set<Resource> resources = EnumSet.noneOf(Resource.class);
        if (hardware.processors() > 0) {
            resources.add(Resource.CPU);
        }
        if (hardware.hasUsableGpu()) {
            resources.add(Resource.GPU);
        }
        return resources;
    }
}
