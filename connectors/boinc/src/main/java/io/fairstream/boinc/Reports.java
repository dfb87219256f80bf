package io.fairstream.boinc;

import io.fairstream.boinc.ReportedProject.Work;
import io.fairstream.schemas.HostReport;
import io.fairstream.schemas.ProjectTotals;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Conversion of a client's request to a host report. */
final class Reports {
    private static final int MAX_PROJECTS = 64;

    private Reports() {}

    /**
     * Returns the report of a request that contains counters. It contains each known project once, at most 64 of them; the caller can
     * compare the number of projects.
     */
    static HostReport report(ClientRequest request, String user, HostTicket ticket, ProjectList projects, Instant now) {
        Hardware hardware = request.hardware();
        return HostReport.newBuilder()
                .setHost(ticket.host())
                .setUser(user)
                .setEpoch(request.epoch())
                .setSequence(ticket.sequence())
                .setAt(now)
                .setPlatforms(hardware.platforms())
                .setProcessors(hardware.processors())
                .setGpus(hardware.gpus())
                .setCpuFlopsEach(hardware.cpuFlopsEach())
                .setGpuFlopsEach(hardware.gpuFlopsEach())
                .setUsableGpu(hardware.usableGpu())
                .setVmExtensionsDisabled(hardware.vmExtensionsDisabled())
                .setProjects(totals(request.projects(), projects))
                .build();
    }

    private static List<ProjectTotals> totals(List<ReportedProject> reported, ProjectList projects) {
        Map<String, ProjectTotals> totals = new LinkedHashMap<>();
        for (ReportedProject each : reported) {
            Optional<String> name = projects.named(each.url());
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
