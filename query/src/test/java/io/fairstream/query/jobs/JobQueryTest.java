package io.fairstream.query.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobQueryTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        root/physics       | physics      | true  | by name
        root/physics/astro | physics      | true  | below it
        root/physics       | root/physics | true  | by path
        root/physics/astro | root/physics | true  | below it
        root/physics       | root         | true  | the root has all
        root/biophysics    | physics      | false | another name
        root/physics2      | root/physics | false | another path
        root/physics       | phys         | false | part of a name
        root/physics       | astro        | false | above it
        ''                 | physics      | false | no account
        """)
    void anAccountIsFoundByNameAndByPath(String path, String bank, boolean isIn, String why) {
        assertEquals(isIn, JobQuery.isIn(path, bank), why);
    }
}
