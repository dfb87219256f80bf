package io.fairstream.simulation;

import io.fairstream.app.config.Settings;
import io.fairstream.simulation.check.SimulatedRecords;
import io.fairstream.simulation.history.Sent;
import io.fairstream.simulation.instance.Application;
import io.fairstream.simulation.instance.Disk;
import io.fairstream.simulation.instance.Instance;
import io.fairstream.simulation.kafka.Broker;
import io.fairstream.simulation.kafka.Crashed;
import io.fairstream.simulation.kafka.Group;
import io.fairstream.simulation.kafka.PartitionLog;
import io.fairstream.simulation.kafka.SimulatedClock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.TaskId;
import org.jspecify.annotations.Nullable;

/**
 * One run of a {@link Plan}: one thread, one clock, one random generator. Faults hit instances at the steps in which they write. An
 * instance that stands still does so in the middle of such a step, while the others go on.
 */
final class Run implements PlannedFaults.Meanwhile {
    /** Begin of the run by the clocks of the machines. */
    private static final long BEGIN = 1_767_225_600_000L;

    private static final long SESSION = 10_000;
    private static final long TRANSACTION = 60_000;
    private static final int MAX_QUIET_STEPS = 4000;
    private static final int SETTLED = 3;
    /** A change of terms that is undone gets so many steps on average, and then so many commits at most. */
    private static final int MAX_BEFORE_UNDONE = 6;

    private static final int MAX_COMMITS_UNDONE = 8;

    private static final Map<String, Application> APPLICATIONS = new ConcurrentHashMap<>();

    private final Plan plan;
    private final Random random;
    private final SimulatedClock clock = new SimulatedClock(BEGIN);
    private final Broker broker = new Broker(clock, TRANSACTION);
    private final Instance.Cluster cluster;
    private final Trace trace = new Trace();
    private final Map<String, Disk> disks = new HashMap<>();
    private final List<Instance> alive = new ArrayList<>();
    private final Clients clients;
    private final PlannedFaults faults;
    private final List<Application> applications = new ArrayList<>();
    private Application application;
    private int version;
    private int remakeAt;

    Run(Plan plan) {
        this.plan = plan;
        random = Draws.RUN.of(plan.seed());
        clients = new Clients(plan, broker);
        faults = new PlannedFaults(plan, random, trace, this);
        for (Map<String, String> settings : plan.settings()) {
            applications.add(application(settings, plan.partitions()));
        }
        application = applications.get(0);
        application.createTopics(broker);
        Map<TaskId, Set<TopicPartition>> inputs = application.tasks(
                broker, plan.records().stream().map(Sent::topic).collect(Collectors.toSet()));
        Group<TaskId> group = new Group<>("fairstream", clock, SESSION, List.copyOf(inputs.keySet()), random::nextInt);
        cluster = new Instance.Cluster(broker, group, inputs);
    }

    private static Application application(Map<String, String> settings, int partitions) {
        return APPLICATIONS.computeIfAbsent(
                partitions + " " + new TreeMap<>(settings),
                any -> new Application(Settings.parseForCluster(settings), partitions));
    }

    /** The records of the broker. */
    SimulatedRecords records() {
        return new SimulatedRecords(broker, application.settings(), plan.changedSettings());
    }

    Clients clients() {
        return clients;
    }

    /** Dead letters of records that could be read, a line each. */
    List<String> wronglySetAside() {
        return clients.wronglySetAside(records(), faults::knownByAll);
    }

    @Override
    public int fed() {
        return clients.written();
    }

    Trace trace() {
        return trace;
    }

    /**
     * Runs until all records are applied and nothing more happens.
     *
     * @throws AssertionError if that takes too long after the last fault
     */
    void toItsEnd() {
        start(name(0));
        int all = plan.records().size() - plan.closing();
        remakeAt = plan.isTopicRemade() ? all / 2 : Integer.MAX_VALUE;
        while (fed() < all || version < plan.settings().size() - 1) {
            if (!plan.hasChanges()) {
                feed(all);
            } else {
                step();
            }
            if (plan.isUndone(version) && !faults.isAnyStill() && random.nextInt(MAX_BEFORE_UNDONE) == 0) {
                undo();
            }
            if (fed() >= remakeAt && !faults.isAnyStill()) {
                remakeTopic();
            }
            if (fed() == plan.until(version) && plan.isDrainedAfter(version) && !faults.isAnyStill()) {
                drain();
            }
        }
        for (int i = 0; i < 50 && faults.areLeft(); i++) {
            step();
        }
        faults.heal();
        settle();
        if (plan.closing() > 0) {
            feed(plan.closing(), plan.records().size());
            settle();
        }
        trace.add(broker);
    }

    /** The terms are those of before again, wherever the change to others has come. */
    private void undo() {
        faults.pause();
        for (int left = random.nextInt(MAX_COMMITS_UNDONE); left > 0; left--) {
            pass(200);
            quietStep();
        }
        faults.resume();
        if (random.nextBoolean()) {
            stopAll();
        } else {
            alive.forEach(each -> faults.forget(each.name()));
            alive.clear();
        }
        nextSettings();
    }

    private void remakeTopic() {
        remakeAt = Integer.MAX_VALUE;
        faults.pause();
        settle();
        stopAll();
        clients.remakeTopic(random::nextInt);
        trace.step("a topic is made again");
        start(name(0));
        faults.resume();
    }

    /** Other terms are for what comes after all that came before is applied. */
    private void drain() {
        faults.pause();
        settle();
        stopAll();
        nextSettings();
        faults.resume();
    }

    private void nextSettings() {
        application = applications.get(++version);
        trace.step("settings " + version);
        start(name(random.nextInt(plan.instances())));
    }

    private String name(int number) {
        return "i" + number;
    }

    @Override
    public void step() {
        faults.makeRoom();
        alive.stream()
                .filter(each -> faults.isHeard(each.name()))
                .forEach(each -> cluster.group().heartbeat(each.name()));
        cluster.group().expire();
        broker.expire();
        int kind = random.nextInt(100);
        if (kind < 25) {
            feed(1 + random.nextInt(8));
        } else if (kind < 32) {
            pass(random.nextInt(500));
            if (plan.faults() > 0 && random.nextInt(30) == 0) {
                pass(random.nextInt(15_000));
                // The coordinator has heard of nobody in that time.
                cluster.group().expire();
            }
        } else if (kind < 40) {
            if (broker.isMarking()) {
                broker.mark(random::nextInt);
            }
        } else if (kind < 43 && plan.hasChanges()) {
            change();
        } else {
            act();
        }
    }

    private void feed(int most) {
        feed(most, plan.until(version));
    }

    private void feed(int most, int until) {
        clients.write(most, until);
        trace.step("fed " + fed());
    }

    @Override
    public void pass(int millis) {
        clock.sleep(millis);
        trace.step("passed " + millis);
    }

    /** Some running instance that does not stand still does something. */
    private void act() {
        List<Instance> some =
                alive.stream().filter(each -> !faults.isStill(each.name())).toList();
        if (some.isEmpty()) {
            if (!faults.areLeft() || random.nextInt(4) == 0) {
                start(free());
            }
            return;
        }
        Instance one = some.get(random.nextInt(some.size()));
        int kind = random.nextInt(20);
        trace.step(one.name() + " does " + kind);
        try {
            act(one, kind);
        } catch (Crashed e) {
            alive.remove(one);
            faults.forget(one.name());
        }
    }

    private void act(Instance one, int kind) {
        if (kind < 6) {
            one.poll(random, 20);
        } else if (kind < 12) {
            one.process(1 + random.nextInt(20));
        } else if (kind < 16) {
            one.restore(1 + random.nextInt(200));
        } else if (kind < 17) {
            one.punctuate();
        } else {
            one.commit();
        }
    }

    private @Nullable String free() {
        List<String> free = new ArrayList<>();
        for (int number = 0; number < plan.instances(); number++) {
            String name = name(number);
            if (alive.stream().noneMatch(each -> each.name().equals(name))) {
                free.add(name);
            }
        }
        return free.isEmpty() ? null : free.get(random.nextInt(free.size()));
    }

    private void start(@Nullable String name) {
        if (name == null) {
            return;
        }
        Disk disk = disks.computeIfAbsent(name, own -> new Disk());
        if (faults.losesDisk(name)) {
            disk.lose();
        }
        long skew = plan.faults() == 0 || random.nextInt(3) > 0 ? 0 : random.nextInt(7_200_000) - 3_600_000L;
        trace.step(name + " starts, its clock " + skew + " ms ahead");
        alive.add(new Instance(name, cluster, application, disk, clock.skewed(skew), faults));
    }

    /** Instances come and go in order, tasks move, or all start again under other settings. */
    private void change() {
        int kind = random.nextInt(6);
        if (kind < 3) {
            start(free());
        } else if (kind == 3) {
            trace.step("rebalance");
            cluster.group().rebalance();
        } else if (kind == 4 && plan.mayEnd(version) && !faults.isAnyStill()) {
            stopAll();
            nextSettings();
        } else if (kind == 5 && alive.size() > 1) {
            Instance one = alive.get(random.nextInt(alive.size()));
            if (!faults.isStill(one.name())) {
                stop(one);
            }
        }
    }

    private void stopAll() {
        while (!alive.isEmpty()) {
            stop(alive.get(0));
        }
    }

    private void stop(Instance one) {
        trace.step(one.name() + " stops");
        alive.remove(one);
        try {
            one.stop();
        } catch (Crashed e) {
            cluster.group().leave(one.name());
        }
    }

    /** Everything is healed: after so many steps nothing may be left to do. */
    private void settle() {
        int quiet = 0;
        for (int i = 0; quiet < SETTLED; i++) {
            if (i > MAX_QUIET_STEPS) {
                throw new AssertionError("after the last fault not everything is applied within " + MAX_QUIET_STEPS
                        + " steps: " + waiting());
            }
            pass(quiet == 0 ? 200 : 9_000);
            int generation = cluster.group().generation();
            quietStep();
            boolean isSameGroup = generation == cluster.group().generation();
            quiet = isSameGroup && isSettled() ? quiet + 1 : 0;
        }
    }

    private void quietStep() {
        alive.forEach(each -> cluster.group().heartbeat(each.name()));
        cluster.group().expire();
        broker.expire();
        markAll();
        if (alive.isEmpty()) {
            start(free());
        }
        for (Instance one : List.copyOf(alive)) {
            one.poll(random, 1000);
            one.restore(100_000);
            one.process(1000);
            one.punctuate();
            one.commit();
        }
        markAll();
    }

    private void markAll() {
        while (broker.isMarking()) {
            broker.mark(random::nextInt);
        }
    }

    private boolean isSettled() {
        return !broker.hasTransactions()
                && cluster.group().isStable()
                && alive.stream().allMatch(Instance::isIdle)
                && waiting().isEmpty();
    }

    /** The partitions of which not all is read. */
    private List<String> waiting() {
        List<String> waiting = new ArrayList<>();
        cluster.inputs()
                .values()
                .forEach(partitions -> partitions.forEach(partition -> {
                    PartitionLog log = broker.log(partition);
                    int[] unread = {0};
                    log.read(broker.position(partition), Integer.MAX_VALUE, record -> unread[0]++);
                    if (unread[0] > 0) {
                        waiting.add(partition + " " + unread[0]);
                    }
                }));
        return waiting;
    }
}
