package io.fairstream.cli.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.reading.Problem;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class FirstProblemsTest {
    @Test
    void ofAWrongFileTheFirstTenProblemsAndHowManyMoreAreTold() {
        List<String> told = told(278);
        assertEquals(11, told.size());
        assertEquals("dump:10: no job", told.get(9));
        assertEquals("dump: 268 more like these", told.get(10));
    }

    @Test
    void tenAreTold() {
        assertEquals(10, told(10).size());
    }

    private static List<String> told(int problems) {
        StringWriter out = new StringWriter();
        try (FirstProblems first = new FirstProblems("dump", new PrintWriter(out))) {
            for (int line = 1; line <= problems; line++) {
                first.accept(new Problem("dump", line, "no job"));
            }
        }
        return out.toString().lines().toList();
    }
}
