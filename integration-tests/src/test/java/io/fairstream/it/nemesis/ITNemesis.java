package io.fairstream.it.nemesis;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.nemesis.Campaign;
import io.fairstream.nemesis.Kind;
import io.fairstream.nemesis.Verdict;
import io.fairstream.testing.NeededProgram;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/**
 * Three faults of a fixed seed, of the kinds that are soon over; {@code -Dnemesis.faults=N} for another number, of all kinds, and {@code
 * -Dnemesis.seed=N} for another schedule.
 */
@Order(1)
class ITNemesis {
    private static final int FEW = 3;
    private static final int FAULTS = Integer.getInteger("nemesis.faults", FEW);
    private static final long SEED = Long.getLong("nemesis.seed", 1);
    private static final Duration BETWEEN = Duration.ofSeconds(2);
    /**
     * After the last fault. The command allows 30 s. Here other tests run beside it on the same processors, and the ten JVMs of the
     * site wait for these most of all: that it comes to rest is judged, how soon is not.
     */
    private static final Duration HEAL_WITHIN = Duration.ofMinutes(20);

    private static final Set<Kind> SHORT = EnumSet.of(
            Kind.KILL_INSTANCE,
            Kind.LOSE_STATE,
            Kind.PAUSE_INSTANCE,
            Kind.PAUSE_BROKER,
            Kind.KILL_CONNECTOR,
            Kind.PAUSE_CONNECTOR,
            Kind.CUT_CLIENT,
            Kind.CUT_CLIENT_ONE_WAY,
            Kind.CUT_CLIENT_OFF,
            Kind.CUT_BROKERS,
            Kind.CUT_BROKERS_ONE_WAY,
            Kind.CUT_BROKER_OFF,
            Kind.SLOW,
            Kind.RESET);

    @Test
    void nothingShowsOfFaults() throws IOException, InterruptedException, ExecutionException {
        Path directory = Files.createTempDirectory("nemesis");
        Path log = Files.createDirectories(Path.of("target", "nemesis")).resolve("seed-" + SEED + ".log");
        Set<Kind> kinds = FAULTS > FEW ? EnumSet.allOf(Kind.class) : SHORT;
        Campaign.Plan plan =
                new Campaign.Plan(SEED, FAULTS, BETWEEN.multipliedBy(FAULTS), kinds, HEAL_WITHIN, Map.of());
        try (PrintStream out = new PrintStream(Files.newOutputStream(log), true, StandardCharsets.UTF_8)) {
            Verdict verdict = new Campaign(plan, directory, out).run();
            verdict.lines().forEach(out::println);
            if (Files.readString(log).contains("libfaketime is not installed")) {
                NeededProgram.FAKETIME.note(ITNemesis.class);
            }
            assertTrue(
                    verdict.holds(),
                    () -> "seed " + SEED + ": logs and states are in " + directory + ", schedule and times in " + log
                            + "\n" + verdict.schedule() + "\n" + String.join("\n", verdict.lines()));
        }
        Campaign.deleteLeftovers(directory);
    }
}
