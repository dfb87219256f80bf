package io.fairstream.rules.assign;

import java.util.Collection;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Policy for comparing projects. */
public sealed interface ScorePolicy {
    String name();

    /**
     * Computes the score of a project for a host, higher is better; null if the project must not be assigned.
     *
     * @param fit the sum of the wanted keywords' fractions, plus 0.1 for a program that uses the host's GPU or virtual machine
     */
    @Nullable
    Double score(Project project, double fit);

    String reason(Project project, double fit);

    String absence();

    /**
     * The project with the highest balance comes first; of several targets of a project, the one with the highest balance counts.
     *
     * @param balances balance of each project's best target, at the time of the choice
     */
    record HighestBalance(Map<String, TargetBalance> balances) implements ScorePolicy {
        /** Balance of a target, in FLOPs or seconds. */
        public record TargetBalance(String target, double amount) {}

        public HighestBalance {
            balances = Map.copyOf(balances);
        }

        @Override
        public String name() {
            return "balance";
        }

        @Override
        public @Nullable Double score(Project project, double fit) {
            TargetBalance best = balances.get(project.project());
            return best == null ? null : (Double) best.amount();
        }

        @Override
        public String reason(Project project, double fit) {
            TargetBalance best = Objects.requireNonNull(balances.get(project.project()));
            return String.format(Locale.ROOT, "balance of %s: %.6g", best.target(), best.amount());
        }

        @Override
        public String absence() {
            return "no allocation";
        }
    }

    /**
     * The project with the least recent work relative to its share comes first:
     * {@code score = 1000 - (avg / Σ avg) / (share / Σ share) + fit}, as in Science United. Before any work all ratios are 0.
     */
    final class RecentShare implements ScorePolicy {
        private static final double BEST = 1000;

        private final Map<String, Double> recent;
        private final double work;
        private final double shares;

        /** @param recent recent work for each project, in any one unit, 0 or more */
        public RecentShare(Collection<Project> projects, Map<String, Double> recent) {
            this.recent = new HashMap<>(recent);
            this.work = projects.stream().mapToDouble(project -> done(project)).sum();
            this.shares = projects.stream().mapToDouble(Project::share).sum();
        }

        private double done(Project project) {
            return recent.getOrDefault(project.project(), 0.0);
        }

        @Override
        public String name() {
            return "recent";
        }

        @Override
        public @Nullable Double score(Project project, double fit) {
            return owed(project) > 0 ? (Double) (BEST - part(project) / owed(project) + fit) : null;
        }

        private double part(Project project) {
            return work > 0 ? done(project) / work : 0;
        }

        private double owed(Project project) {
            return shares > 0 ? project.share() / shares : 0;
        }

        @Override
        public String reason(Project project, double fit) {
            return String.format(
                    Locale.ROOT, "%.4g of recent work, owed %.4g, fit %.4g", part(project), owed(project), fit);
        }

        @Override
        public String absence() {
            return "no share";
        }
    }
}
