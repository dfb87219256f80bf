package io.fairstream.boinc;

import io.fairstream.boinc.ReportedProject.Work;
import io.fairstream.schemas.HostReport;
import io.fairstream.schemas.ProjectTotals;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Request of a BOINC client to its account manager ({@code acct_mgr_request}), with the fields used here; missing
 * fields are empty.
 *
 * @param login login name of the client
 * @param passwordHash secret: lower-case hexadecimal MD5 of password and lower-case name
 * @param hostCpid the client's own name for the host
 * @param domainName name of the host in its network
 * @param clientVersion such as 7.20.5
 * @param opaque data from the manager's last reply, which the client stores for the manager
 * @param totalStart begin of the client's statistics, seconds since 1970 by its own clock
 */
record ClientRequest(
        String login,
        String passwordHash,
        String hostCpid,
        String domainName,
        String clientVersion,
        String opaque,
        String totalStart,
        Hardware hardware,
        List<ReportedProject> projects) {
    private static final int MAX_PROJECTS = 64;

    ClientRequest {
        projects = List.copyOf(projects);
    }

    /** Returns true if the request contains work counters for all projects; clients send them only after the manager's request. */
    boolean isCounted() {
        return projects.stream().allMatch(project -> project.work() != null);
    }

    /**
     * Returns the epoch during which the client's counters only increase: the begin of the client's statistics, in whole seconds, or,
     * if the client does not report that, its own name of the host. The epoch remains if the client detaches from the manager, but not
     * if the client's data directory is lost.
     */
    String epoch() {
        int point = totalStart.indexOf('.');
        String seconds = point < 0 ? totalStart : totalStart.substring(0, point);
        return seconds.matches("\\d{1,18}") ? seconds : "cpid-" + hostCpid;
    }

    /** Returns a text without secrets, for logs. */
    @Override
    public String toString() {
        return "request of " + login + " from " + domainName;
    }

    /**
     * Returns the report of a counted request. It contains each known project once, at most 64 of them; the caller can
     * compare the number of projects.
     */
    HostReport report(String user, HostTicket ticket, ProjectList known, Instant now) {
        return HostReport.newBuilder()
                .setHost(ticket.host())
                .setUser(user)
                .setEpoch(epoch())
                .setSequence(ticket.sequence())
                .setAt(now)
                .setPlatforms(hardware.platforms())
                .setProcessors(hardware.processors())
                .setGpus(hardware.gpus())
                .setCpuFlopsEach(hardware.cpuFlopsEach())
                .setGpuFlopsEach(hardware.gpuFlopsEach())
                .setUsableGpu(hardware.usableGpu())
                .setVmExtensionsDisabled(hardware.vmExtensionsDisabled())
                .setProjects(totals(known))
                .build();
    }

    private List<ProjectTotals> totals(ProjectList known) {
        Map<String, ProjectTotals> totals = new LinkedHashMap<>();
        for (ReportedProject each : projects) {
            Optional<String> name = known.named(each.url());
            Work work = each.work();
            if (name.isPresent() && work != null && totals.size() < MAX_PROJECTS) {
                totals.putIfAbsent(name.get(), totals(name.get(), each, work));
            }
        }
        return List.copyOf(totals.values());
    }

    private static ProjectTotals totals(String name, ReportedProject reported, Work work) {
        return ProjectTotals.newBuilder()
                .setProject(name)
                .setCpuSeconds(work.cpuSeconds())
                .setGpuSeconds(work.gpuSeconds())
                .setCpuFlops(work.cpuFlops())
                .setGpuFlops(work.gpuFlops())
                .setJobsSucceeded(work.jobsSucceeded())
                .setJobsFailed(work.jobsFailed())
                .setNoWorkCpu(reported.lacksCpuWork())
                .setNoWorkGpu(reported.lacksGpuWork())
                .setRpcFailures(reported.rpcFailures())
                .build();
    }
}
