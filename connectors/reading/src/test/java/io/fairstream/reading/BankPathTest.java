package io.fairstream.reading;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.reading.BankTree.BankPath;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BankPathTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        physics        | root/physics   | a name is right below the root
        root           | root           | the root is the root
        root/physics   | root/physics   | a path stays
        physics/astro  | physics/astro  | whatever it begins with
        /root/physics/ | root/physics   | without names that are empty
        ''             | ''             | none is none
        """)
    void aNameBecomesAPath(String name, String path, String why) {
        assertEquals(path, BankPath.of(name), why);
    }
}
