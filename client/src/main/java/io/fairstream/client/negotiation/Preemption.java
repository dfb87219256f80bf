package io.fairstream.client.negotiation;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Preemption after all free slots are given. First, a submitter takes slots that prefer it, regardless of its share; then, up to its
 * claim, slots of holders above their share. The holder with the worst priority is preempted first, and of one holder the youngest
 * match (default of {@code PREEMPTION_RANK}).
 */
final class Preemption {
    private final PreemptionPolicy policy;
    private final ConcurrencyCounts counts;
    private final Instant now;
    private final Map<String, Player> players = new HashMap<>();
    private final List<Player> inOrder = new ArrayList<>();
    private final Map<GroupNode, Double> groupTotals = new HashMap<>();
    private final List<Match> matches = new ArrayList<>();

    Preemption(PreemptionPolicy policy, GroupTree tree, ConcurrencyCounts counts, Instant now) {
        this.policy = policy;
        this.counts = counts;
        this.now = now;
        for (GroupNode group : tree.inOrder()) {
            groupTotals.put(group, group.total());
            group.members().stream().map(Player::new).forEach(inOrder::add);
        }
        inOrder.forEach(player -> players.put(player.claimant.submitter.name(), player));
    }

    /** State of a submitter during preemption. */
    private static final class Player {
        private final Claimant claimant;
        private double holds;
        private double wants;
        private double claim;
        private double excess;

        Player(Claimant claimant) {
            this.claimant = claimant;
            this.holds = claimant.total();
            this.wants = claimant.most() - claimant.total();
            this.claim = claimant.claim();
            this.excess = claimant.excess();
        }

        double priority() {
            return claimant.submitter.effectivePriority();
        }
    }

    /** A match that may be preempted. */
    private record Running(Slot slot, Slot.Holding holding, Player holder) {}

    /** Returns the preempting matches; at most one for each slot. */
    List<Match> match(Collection<Slot> slots) {
        List<Running> running = new ArrayList<>();
        for (Slot slot : slots) {
            Slot.Holding holding = slot.holding();
            Player holder = holding == null ? null : players.get(holding.customer());
            if (holding != null && holder != null) {
                running.add(new Running(slot, holding, holder));
            }
        }
        running.sort(Comparator.<Running>comparingDouble(match -> -match.holder.priority())
                .thenComparing(match -> match.holding.since(), Comparator.reverseOrder())
                .thenComparing(match -> match.slot.name()));
        takeByRank(
                running.stream().filter(match -> !match.slot.ranks().isEmpty()).toList());
        if (policy.byPriority()) {
            Set<String> gone = matches.stream().map(Match::slot).collect(Collectors.toSet());
            takeByPriority(running.stream()
                    .filter(match -> !gone.contains(match.slot.name()))
                    .filter(match -> policy.hasRunLongEnough(match.holding.since(), now))
                    .toList());
        }
        return matches;
    }

    private void takeByRank(List<Running> candidates) {
        List<Running> left = candidates;
        for (Player player : inOrder) {
            List<Running> staying = new ArrayList<>();
            for (Running match : left) {
                if (!takes(player, match, PreemptionPolicy.Verdict.BY_RANK)) {
                    staying.add(match);
                }
            }
            left = staying;
        }
    }

    /** Takes slots by priority. Candidates are ordered from the worst priority, so that the search stops at the first that is too good. */
    private void takeByPriority(List<Running> candidates) {
        List<Running> left = candidates;
        for (Player player : inOrder) {
            if (player.claim <= 0) {
                continue;
            }
            List<Running> staying = new ArrayList<>(left.size());
            int next = 0;
            while (next < left.size()
                    && policy.isBetterEnough(
                            player.priority(), left.get(next).holder.priority())) {
                Running match = left.get(next++);
                boolean isSpent = !covers(match.holder.excess, match.slot.weight());
                if (!isSpent && !takes(player, match, PreemptionPolicy.Verdict.BY_PRIORITY)) {
                    staying.add(match);
                }
            }
            staying.addAll(left.subList(next, left.size()));
            left = staying;
        }
    }

    private boolean takes(Player player, Running match, PreemptionPolicy.Verdict reason) {
        double weight = match.slot.weight();
        boolean byPriority = reason == PreemptionPolicy.Verdict.BY_PRIORITY;
        boolean isDue = !byPriority || (covers(player.claim, weight) && covers(match.holder.excess, weight));
        if (!isDue
                || !covers(player.wants, weight)
                || policy.judge(party(player), party(match.holder), match.slot, match.holding.since(), now) != reason
                || !hasRoom(player, match)
                || !counts.allowInstead(match.holding.concurrencyLimits(), player.claimant.submitter.needs())) {
            return false;
        }
        give(player, match);
        matches.add(new Match(
                match.slot.name(),
                weight,
                player.claimant.submitter.name(),
                match.holding.customer(),
                byPriority ? Match.Reason.PRIORITY : Match.Reason.RANK));
        return true;
    }

    private static boolean covers(double amount, double weight) {
        return amount >= weight * (1 - PieSpin.ROUNDING);
    }

    /** Returns true if the submitter's group has room for the slot, if it is held by another group. */
    private boolean hasRoom(Player player, Running match) {
        GroupNode group = player.claimant.group;
        return group == match.holder.claimant.group
                || group.isRoot()
                || covers(group.pie() - total(group), match.slot.weight());
    }

    private double total(GroupNode group) {
        return Objects.requireNonNull(groupTotals.get(group));
    }

    private void give(Player player, Running match) {
        double weight = match.slot.weight();
        counts.remove(match.holding.concurrencyLimits());
        counts.add(player.claimant.submitter.needs());
        change(player, weight);
        change(match.holder, -weight);
        player.wants -= weight;
        player.claim -= weight;
        match.holder.excess -= weight;
    }

    private void change(Player player, double weight) {
        player.holds += weight;
        groupTotals.merge(player.claimant.group, weight, Double::sum);
    }

    private PreemptionPolicy.Party party(Player player) {
        Submitter submitter = player.claimant.submitter;
        GroupNode group = player.claimant.group;
        return new PreemptionPolicy.Party(
                submitter.name(),
                submitter.effectivePriority(),
                player.holds,
                submitter.floor(),
                group.name(),
                group.quota(),
                total(group));
    }
}
