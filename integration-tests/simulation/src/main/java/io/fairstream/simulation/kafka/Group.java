package io.fairstream.simulation.kafka;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.common.utils.Time;
import org.jspecify.annotations.Nullable;

/**
 * The coordinator of the group whose members share the tasks. When a member comes or goes all others join again; when all have, there is a
 * new generation, and each learns of its tasks when it asks next. A task starts anew only when no member holds it any more.
 *
 * @param <T> a task
 */
public final class Group<T> {
    private final String name;
    private final Time time;
    private final long sessionTimeout;
    private final List<T> tasks;
    private final IntUnaryOperator choice;
    private final Map<String, Member<T>> members = new LinkedHashMap<>();
    private int generation;
    private boolean isRebalancing;

    /** Assignment of tasks to a member. */
    public record Assignment<T>(int generation, Set<T> active, Set<T> standby) {}

    private static final class Member<T> {
        private long heard;
        private boolean hasJoined = true;
        private Assignment<T> assignment = new Assignment<>(0, Set.of(), Set.of());
        private final Set<T> holds = new HashSet<>();
    }

    /**
     * @param sessionTimeout milliseconds after which a silent member is out
     * @param tasks all of them
     * @param choice of so many, who gets a task
     */
    public Group(String name, Time time, long sessionTimeout, List<T> tasks, IntUnaryOperator choice) {
        this.name = name;
        this.time = time;
        this.sessionTimeout = sessionTimeout;
        this.tasks = List.copyOf(tasks);
        this.choice = choice;
    }

    /** A member comes, or comes again after it was out. */
    public void join(String member) {
        Member<T> joined = new Member<>();
        joined.heard = time.milliseconds();
        members.put(member, joined);
        rebalance();
    }

    /** A member goes. */
    public void leave(String member) {
        if (members.remove(member) != null) {
            rebalance();
        }
    }

    /** All members are to join again: tasks move although nobody came or went. */
    public void rebalance() {
        isRebalancing = true;
        members.values().forEach(each -> each.hasJoined = false);
    }

    /** A member says that it is there, as it does in the background. */
    public void heartbeat(String member) {
        Member<T> known = members.get(member);
        if (known != null) {
            known.heard = time.milliseconds();
        }
    }

    /** Puts out who was silent for too long. */
    public void expire() {
        List<String> silent = new ArrayList<>();
        members.forEach((member, state) -> {
            if (time.milliseconds() - state.heard > sessionTimeout) {
                silent.add(member);
            }
        });
        silent.forEach(this::leave);
    }

    /** Number of times that tasks were assigned anew. */
    public int generation() {
        return generation;
    }

    /** True if every member holds the tasks assigned to it. */
    public boolean isStable() {
        return !isRebalancing
                && members.values().stream()
                        .allMatch(member -> member.assignment.generation() == generation
                                && member.holds.equals(member.assignment.active()));
    }

    /** Returns the present assignment of a member, or null if the member is out and must join again. */
    public @Nullable Assignment<T> poll(String member) {
        Member<T> known = members.get(member);
        if (known == null) {
            return null;
        }
        known.hasJoined = true;
        if (isRebalancing && members.values().stream().allMatch(each -> each.hasJoined)) {
            assign();
        }
        return known.assignment;
    }

    /** Each task to somebody, and most of them in copy to somebody else; often to who has it. */
    private void assign() {
        isRebalancing = false;
        generation++;
        List<Member<T>> all = List.copyOf(members.values());
        all.forEach(member ->
                member.assignment = new Assignment<>(generation, new LinkedHashSet<>(), new LinkedHashSet<>()));
        for (T task : tasks) {
            Member<T> owner = all.get(choice.applyAsInt(all.size()));
            for (Member<T> member : all) {
                if (member.holds.contains(task) && choice.applyAsInt(3) > 0) {
                    owner = member;
                }
            }
            owner.assignment.active().add(task);
            Member<T> copy = all.get(choice.applyAsInt(all.size()));
            if (copy != owner) {
                copy.assignment.standby().add(task);
            }
        }
    }

    /**
     * Returns true if a member may start a task: the task is assigned to it, and no other member holds the task. The member holds
     * it from now on.
     */
    public boolean take(String member, T task) {
        Member<T> own = members.get(member);
        if (own == null || members.values().stream().anyMatch(other -> other != own && other.holds.contains(task))) {
            return false;
        }
        own.holds.add(task);
        return true;
    }

    /** A member gives a task up. */
    public void release(String member, T task) {
        Member<T> own = members.get(member);
        if (own != null) {
            own.holds.remove(task);
        }
    }

    /** Returns the group metadata that a member sends when it commits. */
    @SuppressWarnings("removal") // consumers make it themselves, and there is none here
    public ConsumerGroupMetadata metadata(String member, int generation) {
        return new ConsumerGroupMetadata(name, generation, member, Optional.empty());
    }

    /**
     * Refuses positions of who is not, or not any more, a member of this generation.
     *
     * @throws CommitFailedException if so
     */
    void require(ConsumerGroupMetadata committer) {
        if (!members.containsKey(committer.memberId()) || committer.generationId() != generation) {
            throw new CommitFailedException(committer.memberId() + " of generation " + committer.generationId()
                    + " commits in generation " + generation);
        }
    }
}
