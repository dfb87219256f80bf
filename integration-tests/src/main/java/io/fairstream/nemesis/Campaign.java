package io.fairstream.nemesis;

import io.fairstream.app.config.Settings;
import io.fairstream.query.audit.Audit;
import io.fairstream.query.records.CaughtUp;
import io.fairstream.query.records.TopicReader;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Builds a site, disturbs it by schedule while it is fed, heals it, and compares what it made of its inputs with what a site
 * makes of the same that nobody disturbs.
 */
public final class Campaign {
    private static final Duration FIRST = Duration.ofMinutes(10);
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final Duration BEFORE_NOW = Duration.ofHours(2);
    private static final int THREADS = 12;
    /** Tables of doubles to which several ledgers' entries are added in the order in which they come. */
    private static final Set<String> ADDED_UP = Stream.of(
                    Topics.PRIORITIES,
                    Topics.USER_ACCOUNTING,
                    Topics.ASSOCIATION_USAGE,
                    Topics.FAIR_SHARE,
                    Topics.DAILY,
                    Topics.BALANCES)
            .map(Topic::name)
            .collect(Collectors.toSet());

    /** Sums are added up here, too. */
    private static final String SUMS = "charges, sums";

    private static final int INSTANCE_DISK_MIB = 96;
    private static final int BROKER_DISK_MIB = 512;

    private final Plan plan;
    private final Path directory;
    private final PrintStream out;
    private final List<Check> checks = new ArrayList<>();
    private final List<String> broken = java.util.Collections.synchronizedList(new ArrayList<>());

    /**
     * Plan of a campaign.
     *
     * @param over the time in which the faults begin
     * @param healWithin how long all may take to come to rest after the last fault
     * @param overrides settings of all processes, over those for this test
     */
    public record Plan(
            long seed,
            int faults,
            Duration over,
            Collection<Kind> kinds,
            Duration healWithin,
            Map<String, String> overrides) {}

    /**
     * Prepares one.
     *
     * @param directory empty; logs and states are left there
     */
    public Campaign(Plan plan, Path directory, PrintStream out) {
        this.plan = plan;
        this.directory = directory;
        this.out = out;
    }

    /** Runs it to its end. */
    public Verdict run() throws IOException, InterruptedException, ExecutionException {
        try (Disks disks = new Disks()) {
            Clocks clocks = Clocks.find();
            List<Kind> kinds = possible(disks, clocks);
            List<Fault> schedule = Schedule.of(plan.seed(), plan.faults(), plan.over(), kinds);
            say(
                    "seed %d, %d faults over %d s, logs in %s",
                    plan.seed(), plan.faults(), plan.over().toSeconds(), directory);
            schedule.forEach(fault -> say("%s", fault));
            try (NemesisSite site = new NemesisSite(directory, out, plan.overrides())) {
                return disturb(site, new Acts(site, disks, clocks.environment()), schedule);
            }
        }
    }

    /** Leaves out, with a word, what this machine does not allow. */
    private List<Kind> possible(Disks disks, Clocks clocks) throws IOException, InterruptedException {
        List<Kind> kinds = new ArrayList<>(plan.kinds());
        if (kinds.stream().anyMatch(Kind::needsDisk)
                && !(disks.mount(
                                Names.SMALL_INSTANCE,
                                directory.resolve(Names.SMALL_INSTANCE).resolve("state"),
                                INSTANCE_DISK_MIB)
                        && disks.mount(Names.SMALL_BROKER, directory.resolve(Names.SMALL_BROKER), BROKER_DISK_MIB))) {
            say("no disk can be mounted here (expected: root): no faults of disks");
            kinds.removeIf(Kind::needsDisk);
        }
        if (kinds.contains(Kind.CLOCK) && clocks.environment().isEmpty()) {
            say("libfaketime is not installed: no faults of clocks");
            kinds.remove(Kind.CLOCK);
        }
        return kinds;
    }

    private Verdict disturb(NemesisSite site, Acts acts, List<Fault> schedule)
            throws IOException, InterruptedException, ExecutionException {
        Settings settings = site.settings();
        Instant start = Instant.now().truncatedTo(ChronoUnit.SECONDS).minus(BEFORE_NOW);
        Probes probes = new Probes(plan.seed(), start);
        Decisions.send(settings, start);
        site.startPrograms();
        awaitDecisions(settings);
        try (Feeder feeder = new Feeder(settings, probes);
                Volunteers volunteers = new Volunteers(site.gatewayUrl());
                Watch watch = new Watch(settings, probes, feeder)) {
            feeder.start();
            volunteers.start();
            watch.start();
            long started = System.nanoTime();
            watch.awaitFirst(FIRST);
            say("all began within %.1f s", since(started));
            happen(acts, watch, schedule);
            long healedAt = System.nanoTime();
            heal(site);
            feeder.finish();
            Map<String, Double> told = volunteers.finish();
            awaitRest(site, settings, healedAt);
            say(
                    "%d records acknowledged, sent again: %s; %d reports answered, %d not",
                    feeder.acknowledged().size(), feeder.sentAgain(), volunteers.answered(), volunteers.unanswered());
            checks.add(new Check("every fault was done and undone", broken.isEmpty(), broken.toString()));
            checks.add(new Check("processes that ended by themselves were started again", true, endings(site)));
            audit(settings);
            return judge(site, settings, probes, feeder, told, schedule, watch.healed());
        }
    }

    /** Hosts are given projects by what is known when they report: decisions come before all events, as in the undisturbed run. */
    private static void awaitDecisions(Settings settings) throws InterruptedException {
        try (Rest rest = new Rest(settings, FIRST)) {
            rest.awaitTopology();
        }
    }

    private void happen(Acts acts, Watch watch, List<Fault> schedule) throws InterruptedException, ExecutionException {
        ScheduledExecutorService threads = Executors.newScheduledThreadPool(THREADS);
        long begin = System.nanoTime();
        try {
            List<Future<?>> all = new ArrayList<>();
            for (Fault fault : schedule) {
                all.add(threads.schedule(() -> suffer(acts, watch, fault, begin), fault.at(), TimeUnit.MILLISECONDS));
            }
            for (Future<?> each : all) {
                each.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private void suffer(Acts acts, Watch watch, Fault fault, long begin) {
        try {
            say("%9.1f s  %s %s %s", since(begin), fault.kind(), fault.target(), fault.peer());
            acts.begin(fault);
            long left = fault.lasting();
            if (fault.kind() != Kind.STORM) {
                Thread.sleep(left);
            }
            acts.end(fault);
            watch.over(fault);
            say(
                    "%9.1f s  %s %s is over (%d); priorities are at %s",
                    since(begin), fault.kind(), fault.target(), fault.number(), watch.progress());
        } catch (IOException | RuntimeException e) {
            broken.add(fault + ": " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static double since(long nanos) {
        return (System.nanoTime() - nanos) / 1e9;
    }

    /** Whatever is left: every link is open, every process at work. */
    private static void heal(NemesisSite site) throws IOException {
        site.links().healAll();
        site.startPrograms();
    }

    private void awaitRest(NemesisSite site, Settings settings, long healedAt) throws InterruptedException {
        String what = "lag 0 within " + plan.healWithin().toSeconds() + " s of healing";
        try (Rest rest = new Rest(settings, PATIENCE)) {
            rest.awaitBridge();
            double bridge = since(healedAt);
            rest.awaitAgent();
            site.victim(Names.AGENT).stop();
            rest.awaitTopology();
            double topology = since(healedAt);
            rest.awaitTransactions();
            double transactions = since(healedAt);
            boolean isInTime = transactions <= plan.healWithin().toSeconds();
            checks.add(new Check(
                    what,
                    isInTime,
                    String.format(
                            Locale.ROOT,
                            "bridge %.1f s, topology %.1f s, no open transaction %.1f s; load %.1f on %d processors",
                            bridge,
                            topology,
                            transactions,
                            ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
                            Runtime.getRuntime().availableProcessors())));
            Thread.sleep(Rest.RANKED.toMillis());
            rest.awaitTransactions();
        } catch (Rest.NotAtRestException e) {
            checks.add(new Check(what, false, String.valueOf(e.getMessage())));
        }
    }

    private static String endings(NemesisSite site) {
        String endings = site.victims().stream()
                .filter(victim -> victim.endings() > 0)
                .map(victim -> victim.name() + " " + victim.endings())
                .collect(Collectors.joining(", "));
        return endings.isEmpty() ? "none" : endings;
    }

    private void audit(Settings settings) throws InterruptedException {
        try (TopicReader reader = new TopicReader(settings);
                CaughtUp caughtUp = new CaughtUp(settings, () -> {})) {
            Audit audit = Audit.of(reader, caughtUp);
            checks.add(new Check(
                    "audit: the books balance",
                    audit.balanced(),
                    audit.checks().size() + " checks; "
                            + audit.checks().stream()
                                    .filter(check -> !check.holds())
                                    .toList()));
            checks.add(new Check(
                    "audit: nothing was refused or unreadable",
                    audit.refusals().isEmpty(),
                    audit.refusals().refused() + " refused, " + audit.refusals().unreadable() + " unreadable"));
        }
    }

    private Verdict judge(
            NemesisSite site,
            Settings settings,
            Probes probes,
            Feeder feeder,
            Map<String, Double> told,
            List<Fault> schedule,
            Map<Fault, Long> healed)
            throws InterruptedException, ExecutionException {
        Inputs inputs = Inputs.of(settings);
        Published published = Published.of(settings, inputs);
        ProbeChecks sums = new ProbeChecks(settings, inputs, published);
        sums.check(probes.sums());
        sums.check(feeder.acknowledged());
        sums.checkBridge();
        sums.checkGateway(told);
        checks.addAll(sums.checks());
        List<ConsumerRecord<byte[], byte[]>> schemas = new ArrayList<>();
        Records.read(settings, List.of("_schemas"), schemas::add);
        Map<String, String> entries = site.files().entries(Names.RUNNER);
        site.close();
        say("the undisturbed run: %d records", inputs.count());
        Published undisturbed = Undisturbed.run(directory, entries, inputs, schemas);
        return new Verdict(plan.seed(), schedule, healed, checks, compare(undisturbed, published));
    }

    private List<Comparison> compare(Published undisturbed, Published found) {
        List<Comparison> comparisons = new ArrayList<>();
        for (var topic : Published.TABLES) {
            comparisons.add(Comparison.of(topic.name(), undisturbed.rows(topic), found.rows(topic)));
        }
        for (var topic : Published.LISTS) {
            comparisons.add(Comparison.of(topic.name(), undisturbed.rows(topic), found.rows(topic)));
        }
        comparisons.add(Comparison.of("charges", undisturbed.entries(), found.entries()));
        comparisons.add(Comparison.of(SUMS, undisturbed.sums(), found.sums()));
        for (Comparison each : comparisons) {
            checks.add(new Check(
                    each.table() + " as undisturbed",
                    each.differing().isEmpty()
                            && (each.near() == 0
                                    || ADDED_UP.contains(each.table())
                                    || each.table().equals(SUMS)),
                    String.format(
                            "%d equal, %d near, %d differing",
                            each.equal(), each.near(), each.differing().size())));
        }
        checks.add(new Check(
                "dead-letters as undisturbed",
                undisturbed.deadLetters() == found.deadLetters(),
                found.deadLetters() + " records"));
        return comparisons;
    }

    /** Deletes what a campaign left. */
    public static void deleteLeftovers(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }

    private void say(String format, Object... arguments) {
        out.println(String.format(Locale.ROOT, format, arguments));
        out.flush();
    }
}
