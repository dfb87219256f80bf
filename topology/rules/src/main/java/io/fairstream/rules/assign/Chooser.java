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
 * Chooses the projects of a host: the best ones until every resource of the host is used, at least two where there are two, at
 * most ten. One that has no work for a resource now is given, so that it is asked again, and does not use it up.
 *
 * <p>The same input gives the same choice. Projects of the same score come in an order that is the host's own, so that not all hosts
 * fall to one.
 *
 * <p>Source: Science United's choice of projects, there with a random number to break ties.
 */
public final class Chooser {
    /** Fewest projects, so that one that falls silent leaves no host idle. */
    public static final int FEWEST = 2;

    /** Most projects. */
    public static final int MAX = 10;

    /** Most projects of which an assignment says why they are not given, so that it fits into one record. */
    static final int MAX_PASSED = 1000;

    /** Why a project is not given that the user does not want; the account manager's gateway goes by it. */
    public static final String OPTED_OUT = "the user opted out";

    private static final double SPECIAL = 0.1;
    private static final Comparator<Candidate> BEST_FIRST = Comparator.comparingDouble(Candidate::score)
            .thenComparingDouble(Candidate::fit)
            .reversed()
            .thenComparingLong(Candidate::lot)
            .thenComparing(candidate -> candidate.project().project());

    private final HostFacts host;
    private final ScorePolicy policy;
    private final List<Choice> choices = new ArrayList<>();
    private final List<Assignment.Passed> passed = new ArrayList<>();
    private final Set<Resource> unused;

    private Chooser(HostFacts host, ScorePolicy policy) {
        this.host = host;
        this.policy = policy;
        this.unused = EnumSet.noneOf(Resource.class);
        unused.addAll(host.resources());
    }

    /** An eligible project. */
    private record Candidate(Project project, double fit, double score, Set<Resource> runs, long lot) {}

    /** Chooses the projects of a host from all there are. */
    public static Assignment choose(
            HostFacts host, Collection<Project> projects, Preferences preferences, ScorePolicy policy) {
        Chooser chooser = new Chooser(host, policy);
        List<Candidate> candidates = new ArrayList<>();
        projects.stream()
                .sorted(Comparator.comparing(Project::project))
                .forEach(project -> chooser.consider(project, preferences, candidates));
        candidates.sort(BEST_FIRST);
        chooser.cover(candidates);
        chooser.fill(candidates);
        candidates.forEach(rest -> chooser.pass(rest.project(), "others are better and use what it can use"));
        return new Assignment(
                host.host(), List.copyOf(chooser.choices), List.copyOf(chooser.passed), Set.copyOf(chooser.unused));
    }

    private void consider(Project project, Preferences preferences, List<Candidate> candidates) {
        List<AppVersion> fitting = new ArrayList<>();
        boolean isSpecial = false;
        for (AppVersion version : project.versions()) {
            if (version.runsOn(host)) {
                fitting.add(version);
                isSpecial |= version.isSpecial();
            }
        }
        double fit = preferences.liking(project) + (isSpecial ? SPECIAL : 0);
        Double score = policy.score(project, fit);
        if (preferences.optedOut().contains(project.project())) {
            pass(project, OPTED_OUT);
        } else if (preferences.vetoes(project)) {
            pass(project, "about what the user does not want");
        } else if (!AppVersion.anyOf(host.platforms(), project.versions())) {
            pass(project, "nothing for the host's platforms");
        } else if (fitting.isEmpty()) {
            pass(project, "needs CPUs, a GPU or virtual machines that the host lacks");
        } else if (score == null) {
            pass(project, policy.absence());
        } else {
            candidates.add(new Candidate(project, fit, score, runs(fitting), lot(project)));
        }
    }

    private void pass(Project project, String reason) {
        if (passed.size() < MAX_PASSED) {
            passed.add(new Assignment.Passed(project.project(), reason));
        }
    }

    private Set<Resource> runs(List<AppVersion> versions) {
        Set<Resource> runs = EnumSet.noneOf(Resource.class);
        versions.forEach(version -> runs.add(version.resource()));
        runs.retainAll(host.resources());
        return runs;
    }

    /** A number that host and project share, in no order. */
    private long lot(Project project) {
        long mixed = (host.host() + "\n" + project.project()).hashCode() * 0x9E3779B97F4A7C15L;
        return (mixed ^ (mixed >>> 32)) * 0xBF58476D1CE4E5B9L;
    }

    /** Takes projects that can use what is unused, best first, until nothing is. */
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
        choices.add(new Choice(
                candidate.project().project(),
                candidate.score(),
                Set.copyOf(candidate.runs()),
                Set.copyOf(uses),
                uses.size() == wouldUse.size() ? why : why + "; had no work for the host"));
    }

    private String reason(Candidate candidate) {
        return policy.reason(candidate.project(), candidate.fit());
    }

    /** Takes the best of the others until there are enough. */
    private void fill(List<Candidate> candidates) {
        while (choices.size() < FEWEST && !candidates.isEmpty()) {
            Candidate candidate = candidates.remove(0);
            choices.add(new Choice(
                    candidate.project().project(),
                    candidate.score(),
                    Set.copyOf(candidate.runs()),
                    Set.of(),
                    reason(candidate) + "; so that there are " + FEWEST));
        }
    }

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

    /**
     * A project that a host is given.
     *
     * @param score under the policy
     * @param runs what of the host it can use
     * @param uses what of the host counts as used because of it; empty when it has no work for it now, or others use it already
     * @param reason for people
     */
    public record Choice(String project, double score, Set<Resource> runs, Set<Resource> uses, String reason) {}

    /**
     * Which projects a host is given, and why.
     *
     * @param choices in the order of choice, best first
     * @param passed those it is not given; of more than a thousand, the first
     * @param idle resources of the host for which no project has work
     */
    public record Assignment(String host, List<Choice> choices, List<Passed> passed, Set<Resource> idle) {
        /** A project that the host is not given. */
        public record Passed(String project, String reason) {}
    }

    /** Published row of an assignment. The names are those of the schema {@code Assignment}, which says what they mean. */
    public record AssignmentRow(
            String host,
            String user,
            long at,
            String policy,
            List<Given> choices,
            List<Assignment.Passed> passed,
            Set<Resource> idle) {
        /** A project that the host is given. */
        public record Given(String project, double score, Set<Resource> uses, String reason) {
            private static Given of(Choice choice) {
                return new Given(choice.project(), choice.score(), choice.uses(), choice.reason());
            }
        }

        /**
         * The row of an assignment.
         *
         * @param user whose host it is
         * @param at time of the report that led to it, milliseconds since 1970
         * @param policy how projects were compared
         */
        public static AssignmentRow of(String user, long at, String policy, Assignment assignment) {
            return new AssignmentRow(
                    assignment.host(),
                    user,
                    at,
                    policy,
                    assignment.choices().stream().map(Given::of).toList(),
                    assignment.passed(),
                    assignment.idle());
        }
    }
}
