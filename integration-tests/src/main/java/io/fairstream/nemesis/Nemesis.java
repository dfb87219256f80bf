package io.fairstream.nemesis;

import io.fairstream.app.config.Durations;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

/** Disturbs a whole site by a seeded schedule, and proves that nothing of it shows. */
@Command(name = "nemesis", mixinStandardHelpOptions = true, sortOptions = false)
public final class Nemesis implements Callable<Integer> {
    @Option(names = "--seed", description = "The same seed is the same schedule (${DEFAULT-VALUE}).")
    private long seed = 1;

    @Option(names = "--faults", description = "How many (${DEFAULT-VALUE}).")
    private int faults = 20;

    @Option(names = "--minutes", description = "In which they begin (${DEFAULT-VALUE}).")
    private double minutes = 2;

    @Option(names = "--only", split = ",", description = "Of these kinds, as they are printed; all without it.")
    private Set<Kind> only = EnumSet.allOf(Kind.class);

    @Option(
            names = "--heal-within",
            description = "How long it may take to come to rest after the last fault (${DEFAULT-VALUE}).")
    private Duration healWithin = Duration.ofSeconds(30);

    @Option(names = "--set", description = "Settings of all processes, over those for this test.")
    private Map<String, String> overrides = new HashMap<>();

    @Option(names = "--directory", description = "An empty one for logs and states; left when something is wrong.")
    private @Nullable Path directory;

    @Option(names = "--keep", description = "Leave logs and states in any case.")
    private boolean keep;

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new Nemesis())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .registerConverter(Duration.class, Durations::parse)
                .registerConverter(Kind.class, kinds())
                .execute(arguments));
    }

    private static ITypeConverter<Kind> kinds() {
        return text -> Kind.valueOf(text.toUpperCase(java.util.Locale.ROOT).replace('-', '_'));
    }

    @Override
    public Integer call() throws Exception {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        Path kept = directory == null ? Files.createTempDirectory("nemesis") : Files.createDirectories(directory);
        Campaign.Plan plan = new Campaign.Plan(
                seed, faults, Duration.ofMillis((long) (minutes * 60_000)), only, healWithin, overrides);
        Verdict verdict = new Campaign(plan, kept, out).run();
        verdict.lines().forEach(out::println);
        if (verdict.holds() && !keep) {
            Campaign.deleteLeftovers(kept);
            return 0;
        }
        out.println("seed " + seed + (verdict.holds() ? " held" : " failed") + "; logs and states are in " + kept);
        return verdict.holds() ? 0 : 1;
    }
}
