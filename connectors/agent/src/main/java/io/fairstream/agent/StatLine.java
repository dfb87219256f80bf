package io.fairstream.agent;

import io.fairstream.agent.node.CpuTime;
import java.io.IOException;

/**
 * Fields of /proc/PID/stat that are used here, by their numbers in proc(5). Field 2 is the program's name in parentheses. The name
 * may contain spaces and parentheses, so that fields are counted from the last closing parenthesis.
 *
 * @param program field 2, the name, as a number that changes when the process executes another program
 * @param parent field 4
 * @param session field 6
 * @param self fields 14 and 15
 * @param waited fields 16 and 17
 * @param startTicks field 22
 * @param addressSpace field 23, bytes
 * @param residentPages field 24
 */
record StatLine(
        int program,
        int parent,
        int session,
        CpuTime self,
        CpuTime waited,
        long startTicks,
        long addressSpace,
        long residentPages) {
    private static final int FIRST = 3;
    private static final int LAST = 24;

    static StatLine of(Text text) throws IOException {
        long[] fields = new long[LAST + 1];
        int index = text.lastIndexOf(')') + 1;
        int field = FIRST - 1;
        boolean inside = false;
        for (; index < text.length() && field <= LAST; index++) {
            byte letter = text.at(index);
            boolean separates = letter == ' ' || letter == '\n';
            if (!separates && !inside) {
                field++;
            }
            inside = !separates;
            if (inside && field <= LAST && letter >= '0' && letter <= '9') {
                fields[field] = fields[field] * 10 + (letter - '0');
            }
        }
        if (field < LAST) {
            throw new IOException("stat: \"" + text.toString().strip() + "\" (expected: at least 24 fields)");
        }
        return new StatLine(
                program(text),
                (int) fields[4],
                (int) fields[6],
                CpuTime.ofTicks(fields[14], fields[15]),
                CpuTime.ofTicks(fields[16], fields[17]),
                fields[22],
                fields[23],
                fields[24]);
    }

    private static int program(Text text) {
        int hash = 0;
        for (int index = text.lastIndexOf(')'); index >= 0 && text.at(index) != '('; index--) {
            hash = 31 * hash + text.at(index);
        }
        return hash;
    }

    /** Returns true if the process shows no activity since this earlier state. */
    boolean isIdleSince(StatLine before) {
        return startTicks == before.startTicks
                && program == before.program
                && session == before.session
                && self.equals(before.self)
                && addressSpace == before.addressSpace
                && residentPages == before.residentPages;
    }
}
