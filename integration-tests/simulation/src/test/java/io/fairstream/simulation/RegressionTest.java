package io.fairstream.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Plans that failed once, as the simulator writes them. A failure that is mended leaves its file here. */
class RegressionTest {
    private static final Path FILES = Path.of("src/test/resources/failures");

    @TestFactory
    Stream<DynamicTest> whatFailedOnceHolds() throws IOException {
        try (Stream<Path> files = Files.list(FILES)) {
            return files.filter(file -> file.toString().endsWith(".json")).sorted().toList().stream()
                    .map(file ->
                            DynamicTest.dynamicTest(file.getFileName().toString(), file.toUri(), () -> replay(file)));
        }
    }

    private static void replay(Path file) throws IOException {
        assertEquals(List.of(), Simulation.run(PlanFile.read(file)).broken());
    }
}
