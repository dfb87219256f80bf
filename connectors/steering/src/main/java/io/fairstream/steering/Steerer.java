package io.fairstream.steering;

import io.fairstream.schemas.Steered;
import io.fairstream.schemas.Steering;
import io.fairstream.schemas.SteeringKind;
import io.fairstream.schemas.SteeringPhase;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Steerer of one scheduler. In each cycle it reads the current values, resolves edits without an answer, and sends the
 * necessary edits. An edit and the previous value are in the journal before the edit is sent. After a crash at any
 * instant, the next run knows all pending edits, does not repeat those in force, and can restore every value. Not
 * thread-safe.
 */
public final class Steerer {
    /** Tolerance: schedulers store and print numbers with fewer digits than ours. */
    private static final double SAME = 1e-6;

    private final Scheduler scheduler;
    private final String target;
    private final Limits limits;
    private final Journal journal;
    private final Function<String, String> customers;
    private final String run;
    private final Pace pace;
    private long sent;

    /**
     * Creates the steerer of a scheduler.
     *
     * @param target the scheduler's name in the journal
     * @param customers our name of a user of the scheduler
     * @param run unique prefix of the ids of this run's edits
     */
    public Steerer(
            Scheduler scheduler,
            String target,
            Limits limits,
            Journal journal,
            Function<String, String> customers,
            String run) {
        this(scheduler, target, limits, journal, customers, run, System::nanoTime);
    }

    Steerer(
            Scheduler scheduler,
            String target,
            Limits limits,
            Journal journal,
            Function<String, String> customers,
            String run,
            LongSupplier nanos) {
        this.scheduler = scheduler;
        this.target = target;
        this.limits = limits;
        this.journal = journal;
        this.customers = customers;
        this.run = run;
        this.pace = new Pace(limits.within(), nanos);
    }

    /**
     * Returns the edits without sending them.
     *
     * @param customers our name of a user of the scheduler
     * @param priorities effective priorities by customer, above 0, lower is better
     * @param allocations new jobs of those that are spent are held
     * @param rows values that a running steerer has set, by name of the control
     * @throws SchedulerException if the scheduler cannot be read
     */
    public static Cycle preview(
            Scheduler scheduler,
            Limits limits,
            Function<String, String> customers,
            Map<String, Double> priorities,
            Allocations allocations,
            Map<String, Steered> rows)
            throws SchedulerException, InterruptedException {
        Reading reading = read(scheduler, !allocations.isEmpty(), rows);
        Plan plan = plan(scheduler, limits, reading, priorities, new Holds(allocations, rows, customers));
        return new Cycle(reading, plan, List.of(), 0, "", List.of());
    }

    /**
     * Changes the scheduler's order to that of the priorities, within the time of a cycle: the largest changes first.
     * Before that, it holds new jobs of spent allocations and releases those of others.
     *
     * @param priorities effective priorities by customer, above 0, lower is better
     * @param allocations {@link Allocations#NONE} releases all
     * @throws SchedulerException if the scheduler cannot be read; nothing was sent
     */
    public Cycle steer(Map<String, Double> priorities, Allocations allocations, Instant now)
            throws SchedulerException, InterruptedException {
        Deadline cycle = pace.cycle();
        Reading reading = settled(!allocations.isEmpty(), now);
        Holds holds = new Holds(allocations, journal.rows(), customers);
        Map<String, @Nullable Steered> forgotten = new LinkedHashMap<>();
        holds.forgotten(reading).forEach(name -> forgotten.put(name, null));
        if (!forgotten.isEmpty()) {
            journal.keep(List.of(), forgotten);
        }
        Plan plan = plan(scheduler, limits, reading, priorities, holds);
        return send(new Sending(reading, plan, List.of(), now), pace.sending(cycle));
    }

    /**
     * Restores all previous values, except those that someone else has changed since, without a time limit.
     *
     * @throws SchedulerException if the scheduler cannot be read; nothing was sent
     */
    public Cycle restore(Instant now) throws SchedulerException, InterruptedException {
        Reading reading = settled(false, now);
        Map<String, Control> controls = byName(reading);
        List<Edit> edits = new ArrayList<>();
        List<String> kept = new ArrayList<>();
        Map<String, @Nullable Steered> done = new LinkedHashMap<>();
        new TreeMap<>(journal.rows()).forEach((name, row) -> {
            Control control = controls.get(name);
            if (control == null || isSame(control.value(), row.getOriginal())) {
                done.put(name, null);
            } else if (isSame(control.value(), row.getValue())) {
                edits.add(new Edit(control, row.getOriginal(), "the previous value", SteeringKind.RESTORE));
            } else {
                kept.add(name);
                done.put(name, null);
            }
        });
        if (!done.isEmpty()) {
            journal.keep(List.of(), done);
        }
        return send(new Sending(reading, Plan.ofRestores(edits), kept, now), Deadline.never());
    }

    /** Returns true if any value of ours is set. */
    public boolean hasSetSomething() {
        return !journal.rows().isEmpty();
    }

    private static Plan plan(
            Scheduler scheduler, Limits limits, Reading reading, Map<String, Double> priorities, Holds holds) {
        Map<String, Double> ofUsers = new HashMap<>();
        for (Control control : reading.controls()) {
            Double priority = priorities.get(holds.customers().apply(control.user()));
            if (priority != null) {
                ofUsers.put(control.user(), priority);
            }
        }
        return Plan.of(scheduler, reading, ofUsers, limits, holds);
    }

    private static Reading read(Scheduler scheduler, boolean isHolding, Map<String, Steered> rows)
            throws SchedulerException, InterruptedException {
        Reading reading = scheduler.read();
        boolean isHeld = rows.keySet().stream().anyMatch(name -> name.startsWith(Control.HOLD));
        return isHolding || isHeld ? scheduler.withAllocations(reading) : reading;
    }

    /** Reads the scheduler, resolves edits without an answer by the current values, and removes rows of missing controls. */
    private Reading settled(boolean isHolding, Instant now) throws SchedulerException, InterruptedException {
        Reading reading = read(scheduler, isHolding, journal.rows());
        Map<String, Control> controls = byName(reading);
        List<Steering> entries = new ArrayList<>();
        Map<String, @Nullable Steered> rows = new LinkedHashMap<>();
        new TreeMap<>(journal.rows()).forEach((name, row) -> {
            Control control = controls.get(name);
            if (!row.getAnswered()) {
                entries.add(found(row, control, now));
                rows.put(name, answered(row, control, now));
            }
            if (control == null) {
                rows.put(name, null);
            }
        });
        if (!rows.isEmpty()) {
            journal.keep(entries, rows);
        }
        return reading;
    }

    private Steering found(Steered row, @Nullable Control control, Instant now) {
        boolean isSet = control != null && isSame(control.value(), row.getValue());
        return Steering.newBuilder()
                .setTarget(target)
                .setName(row.getName())
                .setUser(row.getUser())
                .setCustomer(customers.apply(row.getUser()))
                .setId(row.getEdit())
                .setKind(kind(row, control))
                .setPhase(isSet ? SteeringPhase.ACCEPTED : SteeringPhase.UNKNOWN)
                .setBefore(row.getOriginal())
                .setValue(row.getValue())
                .setReason("sent without an answer")
                .setAnswer(control == null ? "found gone" : "found " + control.value())
                .setAt(now)
                .build();
    }

    private static SteeringKind kind(Steered row, @Nullable Control control) {
        if (isSame(row.getValue(), row.getOriginal())) {
            return SteeringKind.RESTORE;
        }
        Double held = control == null ? null : control.held();
        return held != null && row.getValue() == held ? SteeringKind.HOLD : SteeringKind.STEER;
    }

    /**
     * Resolves an unanswered edit: the current value counts as ours only if it differs from the previous one. A control
     * that only holds has no other value of ours than that which holds.
     */
    private static @Nullable Steered answered(Steered row, @Nullable Control control, Instant now) {
        if (control == null || isSame(control.value(), row.getOriginal())) {
            return null;
        }
        Double held = control.held();
        return Steered.newBuilder(row)
                .setValue(held != null && control.isOnlyHold() ? held : control.value())
                .setAnswered(true)
                .setAt(now)
                .build();
    }

    /** A cycle before its edits are sent. */
    private record Sending(Reading reading, Plan plan, List<String> kept, Instant now) {
        Cycle with(List<Answer> answers, String failure) {
            int postponed = failure.isEmpty() ? plan.edits().size() - answers.size() : 0;
            return new Cycle(reading, plan, answers, postponed, failure, kept);
        }
    }

    /** Sends edits in batches, each written to the journal before and after, until all are sent or the deadline has passed. */
    private Cycle send(Sending sending, Deadline until) throws InterruptedException {
        List<Edit> edits = sending.plan().edits();
        List<Answer> answers = new ArrayList<>();
        while (answers.size() < edits.size() && (answers.isEmpty() || !pace.isTooLate(until))) {
            int to = Math.min(edits.size(), answers.size() + pace.next(until));
            List<Answer> some;
            try {
                some = sendSome(edits.subList(answers.size(), to), sending, until);
            } catch (SchedulerException e) {
                return sending.with(answers, String.valueOf(e.getMessage()));
            }
            if (some.isEmpty()) {
                break;
            }
            answers.addAll(some);
        }
        return sending.with(answers, "");
    }

    private List<Answer> sendSome(List<Edit> edits, Sending sending, Deadline until)
            throws SchedulerException, InterruptedException {
        long began = pace.now();
        Map<String, Steered> before = Map.copyOf(journal.rows());
        Map<String, String> ids = new HashMap<>();
        Map<String, @Nullable Steered> rows = new LinkedHashMap<>();
        for (Edit edit : edits) {
            String id = run + "-" + ++sent;
            ids.put(edit.name(), id);
            rows.put(edit.name(), intended(edit, before.get(edit.name()), id, sending.now()));
        }
        journal.keep(
                edits.stream()
                        .map(edit -> entry(edit, ids, sending, SteeringPhase.INTENT, ""))
                        .toList(),
                rows);
        List<Answer> answers = scheduler.send(edits, until);
        answer(edits, answers, ids, sending, before);
        pace.note(answers.size(), edits.size(), began);
        return answers;
    }

    private Steered intended(Edit edit, @Nullable Steered before, String id, Instant now) {
        return Steered.newBuilder()
                .setTarget(target)
                .setName(edit.name())
                .setUser(edit.user())
                .setOriginal(before == null ? edit.control().value() : before.getOriginal())
                .setValue(edit.value())
                .setEdit(id)
                .setAnswered(false)
                .setAt(now)
                .build();
    }

    private void answer(
            List<Edit> edits,
            List<Answer> answers,
            Map<String, String> ids,
            Sending sending,
            Map<String, Steered> before) {
        List<Steering> entries = new ArrayList<>();
        Map<String, @Nullable Steered> rows = new LinkedHashMap<>();
        Map<String, Steered> intended = journal.rows();
        for (Answer answer : answers) {
            Edit edit = answer.edit();
            SteeringPhase phase = answer.accepted() ? SteeringPhase.ACCEPTED : SteeringPhase.REFUSED;
            entries.add(entry(edit, ids, sending, phase, answer.text()));
            if (!answer.accepted()) {
                rows.put(edit.name(), before.get(edit.name()));
            } else if (edit.kind() == SteeringKind.RESTORE) {
                rows.put(edit.name(), null);
            } else {
                Steered row = intended.get(edit.name());
                rows.put(
                        edit.name(),
                        row == null
                                ? null
                                : Steered.newBuilder(row).setAnswered(true).build());
            }
        }
        for (Edit edit : edits.subList(answers.size(), edits.size())) {
            entries.add(entry(edit, ids, sending, SteeringPhase.UNKNOWN, "not sent: the cycle timed out"));
            rows.put(edit.name(), before.get(edit.name()));
        }
        journal.keep(entries, rows);
    }

    private Steering entry(Edit edit, Map<String, String> ids, Sending sending, SteeringPhase phase, String answer) {
        return Steering.newBuilder()
                .setTarget(target)
                .setName(edit.name())
                .setUser(edit.user())
                .setCustomer(customers.apply(edit.user()))
                .setId(ids.getOrDefault(edit.name(), ""))
                .setKind(edit.kind())
                .setPhase(phase)
                .setBefore(edit.control().value())
                .setValue(edit.value())
                .setReason(edit.reason())
                .setAnswer(answer)
                .setAt(sending.now())
                .build();
    }

    private static Map<String, Control> byName(Reading reading) {
        return reading.all().stream().collect(Collectors.toMap(Control::name, control -> control, (one, two) -> two));
    }

    private static boolean isSame(double one, double other) {
        return Math.abs(one - other) <= SAME * Math.max(1, Math.max(Math.abs(one), Math.abs(other)));
    }
}
