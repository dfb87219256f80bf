package io.fairstream.rules.assign;

import io.fairstream.rules.assign.Project.AppVersion;
import io.fairstream.rules.assign.Project.Resource;
import io.fairstream.rules.host.HostReport;
import io.fairstream.rules.host.HostReport.Hardware;
import io.fairstream.rules.host.HostReport.ProjectTotals;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Chooses the projects of a host: the best ones until every resource of the host is used, at least two if there are two, at most ten. A
 * project without work for a resource at present is also assigned, so that the client asks it again, but it does not use up the resource.
 *
 * <p>The same input gives the same choice. The order of projects with equal scores differs between hosts, so that not all hosts get the
 * same project.
 *
 * <p>Source: Science United's choice of projects, which breaks ties with a random number.
 */
public final class Chooser {
    /** Minimum number of projects, so that one project without work leaves no host idle. */
    public static final int FEWEST = 2;

    /** Maximum number of projects. */
    public static final int MAX = 10;

    /** Maximum number of projects for which an assignment gives the reason of exclusion, so that it fits into one record. */
    static final int MAX_PASSED = 1000;

    /** Reason for a project that the user does not want; the account manager's gateway compares with this text. */
    public static final String OPTED_OUT = "the user opted out";

    /** Added to the fit for a program that uses a GPU or a virtual machine, which not every host has. */
    private static final double SPECIAL = 0.1;

    private static final Comparator<Candidate> BEST_FIRST = Comparator.comparingDouble(Candidate::score)
            .thenComparingDouble(Candidate::fit)
            .reversed()
            .thenComparingLong(Candidate::lot)
            .thenComparing(candidate -> candidate.project().project());

    private final HostFacts host;
    private final ScorePolicy policy;
    private final List<AssignmentRow.Choice> choices = new ArrayList<>();
    private final List<AssignmentRow.Passed> passed = new ArrayList<>();
    private final Set<Resource> unused;

    private Chooser(HostFacts host, ScorePolicy policy) {
        this.host = host;
        this.policy = policy;
        this.unused = EnumSet.noneOf(Resource.class);
        unused.addAll(host.resources());
    }

    private record Candidate(Project project, double fit, double score, Set<Resource> runs, long lot) {}

    /** Chooses the projects of a host; {@code at} is the time of the report that asks for them, milliseconds since 1970. */
    public static AssignmentRow choose(
            HostFacts host, Collection<Project> projects, Preferences preferences, ScorePolicy policy, long at) {
        Chooser chooser = new Chooser(host, policy);
        List<Candidate> candidates = new ArrayList<>();
        projects.stream()
                .sorted(Comparator.comparing(Project::project))
                .forEach(project -> chooser.consider(project, preferences, candidates));
        candidates.sort(BEST_FIRST);
        chooser.cover(candidates);
        chooser.fill(candidates);
        candidates.forEach(rest -> chooser.pass(rest.project(), "others are better and use what it can use"));
        return new AssignmentRow(
                host.host(),
                host.user(),
                at,
                policy.name(),
                List.copyOf(chooser.choices),
                List.copyOf(chooser.passed),
                Set.copyOf(chooser.unused));
    }

    private void consider(Project project, Preferences preferences, List<Candidate> candidates) {
        Set<Resource> runs = EnumSet.noneOf(Resource.class);
        boolean hasPlatform = false;
        boolean isSpecial = false;
        for (AppVersion version : project.versions()) {
            hasPlatform |= host.platforms().contains(version.platform());
            if (version.runsOn(host)) {
                runs.add(version.resource());
                isSpecial |= version.gpu() || version.vm();
            }
        }
        double fit = preferences.liking(project) + (isSpecial ? SPECIAL : 0);
        Double score = policy.score(project, fit);
        if (preferences.optedOut().contains(project.project())) {
            pass(project, OPTED_OUT);
        } else if (preferences.vetoes(project)) {
            pass(project, "about what the user does not want");
        } else if (!hasPlatform) {
            pass(project, "nothing for the host's platforms");
        } else if (runs.isEmpty()) {
            pass(project, "needs CPUs, a GPU or virtual machines that the host lacks");
        } else if (score == null) {
            pass(project, policy.absence());
        } else {
            candidates.add(new Candidate(project, fit, score, runs, lot(project)));
        }
    }

    private void pass(Project project, String reason) {
        if (passed.size() < MAX_PASSED) {
            passed.add(new AssignmentRow.Passed(project.project(), reason));
        }
    }

    /** Returns a number derived from host and project, in no particular order. */
    private long lot(Project project) {
        long mixed = (host.host() + "\n" + project.project()).hashCode() * 0x9E3779B97F4A7C15L;
        return (mixed ^ (mixed >>> 32)) * 0xBF58476D1CE4E5B9L;
    }

    /** Adds projects that can use unused resources, best first, until all resources are used. */
    private void cover(List<Candidate> candidates) {
        for (Candidate candidate : List.copyOf(candidates)) {
            if (unused.isEmpty() || choices.size() == MAX) {
                return;
            }
            Set<Resource> uses = EnumSet.copyOf(candidate.runs());
            uses.retainAll(unused);
            if (!uses.isEmpty()) {
                take(candidate, uses);
                candidates.remove(candidate);
            }
        }
    }

    private void take(Candidate candidate, Set<Resource> wouldUse) {
        Set<Resource> dry = host.dry().getOrDefault(candidate.project().project(), Set.of());
        Set<Resource> uses = EnumSet.copyOf(wouldUse);
        uses.removeAll(dry);
        unused.removeAll(uses);
        String why = reason(candidate);
        choices.add(new AssignmentRow.Choice(
                candidate.project().project(),
                candidate.score(),
                Set.copyOf(uses),
                uses.size() == wouldUse.size() ? why : why + "; had no work for the host"));
    }

    private String reason(Candidate candidate) {
        return policy.reason(candidate.project(), candidate.fit());
    }

    /** Adds the best of the remaining projects until the minimum is reached. */
    private void fill(List<Candidate> candidates) {
        while (choices.size() < FEWEST && !candidates.isEmpty()) {
            Candidate candidate = candidates.remove(0);
            choices.add(new AssignmentRow.Choice(
                    candidate.project().project(),
                    candidate.score(),
                    Set.of(),
                    reason(candidate) + "; so that there are " + FEWEST));
        }
    }

    /**
     * Facts about a host that matter for the choice.
     *
     * @param platforms platforms for which the host runs programs
     * @param resources resources of the host; GPU if one is usable
     * @param canRunVm whether the host can run virtual machines
     * @param dry by project, the resources for which it had no work at the last request; all resources if the request failed
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

        /** Extracts the facts from a report. A project that is reported app by app has no work if none of its apps has. */
        public static HostFacts of(HostReport report) {
            Map<String, Set<Resource>> dry = new HashMap<>();
            for (ProjectTotals totals : report.projects()) {
                boolean hasFailed = totals.rpcFailures() > 0;
                dry.computeIfAbsent(totals.project(), any -> EnumSet.allOf(Resource.class))
                        .retainAll(resources(totals.noWorkCpu() || hasFailed, totals.noWorkGpu() || hasFailed));
            }
            Hardware hardware = report.hardware();
            return new HostFacts(
                    report.host(),
                    report.user(),
                    Set.copyOf(report.platforms()),
                    resources(hardware.processors() > 0, hardware.hasUsableGpu()),
                    !hardware.vmExtensionsDisabled(),
                    dry);
        }

        private static Set<Resource> resources(boolean cpu, boolean gpu) {
            Set<Resource> resources = EnumSet.noneOf(Resource.class);
            if (cpu) {
                resources.add(Resource.CPU);
            }
            if (gpu) {
                resources.add(Resource.GPU);
            }
            return resources;
        }
    }

    /**
     * Published row of the projects assigned to a host, with reasons. The names are those of the schema {@code Assignment}, which documents
     * them.
     *
     * @param choices in the order of choice, best first
     * @param passed projects not assigned; at most the first thousand
     */
    public record AssignmentRow(
            String host,
            String user,
            long at,
            String policy,
            List<Choice> choices,
            List<Passed> passed,
            Set<Resource> idle) {
        public record Choice(String project, double score, Set<Resource> uses, String reason) {}

        public record Passed(String project, String reason) {}
    }
}
