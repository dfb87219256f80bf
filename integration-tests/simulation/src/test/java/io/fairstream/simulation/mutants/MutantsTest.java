package io.fairstream.simulation.mutants;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The simulator finds each mutant, within {@code -Dmutants.seeds} seeds, 10,000 with {@code -Plong}; what it took stands in
 * {@code target/mutants.md}. By default a few are tried that are found soon.
 */
class MutantsTest {
    private static final Path PROJECT = Path.of("../..");
    private static final long SEEDS = Long.getLong("mutants.seeds", 0);
    private static final long FEW_SEEDS = 100;
    private static final List<String> ROWS = new ArrayList<>();

    private static Stream<Mutant> tried() {
        return SEEDS > 0
                ? Mutants.all().stream()
                : Stream.of(
                        Mutants.STORE.get(0),
                        Mutants.MODEL.get(5),
                        Mutants.RULES_OF_STAGES.get(0),
                        Mutants.CLUSTER.get(1));
    }

    @ParameterizedTest
    @MethodSource("tried")
    void theSimulatorFindsAMutant(Mutant mutant, @TempDir Path classes) throws IOException, InterruptedException {
        String found = new MutantTrial(mutant, PROJECT, classes).run(SEEDS > 0 ? SEEDS : FEW_SEEDS);
        String seed = found.isEmpty() ? "not found" : found.substring(0, found.indexOf(' '));
        ROWS.add("| " + mutant.guard() + " | " + mutant.change() + " | " + seed + " |");
        assertFalse(found.isEmpty(), () -> mutant + " is not found");
    }

    /** A guard that was rewritten needs another mutant. */
    @Test
    void eachMutantIsOfCodeThatIsThere() throws IOException {
        for (Mutant mutant : Mutants.all()) {
            for (Mutant.Edit edit : mutant.edits()) {
                edit.source(PROJECT);
            }
        }
    }

    @AfterAll
    static void write() throws IOException {
        if (SEEDS > 0) {
            Files.write(Path.of("target", "mutants.md"), ROWS);
        }
    }
}
