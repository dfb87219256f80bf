package io.fairstream.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A synthetic /proc and control groups in a directory. */
public final class ProcTree {
    private final Path root;

    public ProcTree(Path root) throws IOException {
        this.root = root;
        write("sys/kernel/random/boot_id", "0b5e1d3c-0000-4000-8000-000000000001\n");
        write("self/mounts", "proc /proc proc rw,relatime 0 0\ncgroup2 " + groups() + " cgroup2 rw 0 0\n");
        node(1_000, 0, 0, 0);
    }

    public Path root() {
        return root;
    }

    public Path groups() {
        return root.resolve("cgroup");
    }

    /** Uptime in seconds, the rest in ticks; two processors. */
    public ProcTree node(long uptime, long user, long system, long steal) throws IOException {
        write("uptime", uptime + ".00 12.34\n");
        write(
                "stat",
                "cpu  " + user + " 0 " + system + " 99 98 0 0 " + steal + " 97 0\ncpu0 1 0 1 1 1 0 0 0 0 0\n"
                        + "cpu1 1 0 1 1 1 0 0 0 0 0\nintr 5 0\n");
        return this;
    }

    /** A process; ticks since boot and ticks of CPU. */
    public ProcTree process(int pid, String name, int parent, int session, long start, long... ticks)
            throws IOException {
        write(
                pid + "/stat",
                pid + " (" + name + ") S " + parent + " " + pid + " " + session + " 34816 -1 4194560 1 2 3 4 "
                        + ticks[0]
                        + " " + ticks[1] + " " + ticks[2] + " " + ticks[3] + " 20 0 1 0 " + start
                        + " 8192000 300 18446744073709551615\n");
        memory(pid, 1001, 2_048, 1_024, 700);
        write(pid + "/cgroup", "0::/user.slice\n");
        write(pid + "/environ", "HOME=/home\0SHELL=/bin/sh\0");
        return this;
    }

    public ProcTree memory(int pid, long uid, long virtual, long resident, long share) throws IOException {
        write(
                pid + "/status",
                "Name:\tVmRSS: 77 kB\nUmask:\t0022\nUid:\t" + uid + "\t0\t0\t0\nVmPeak:\t" + (virtual + 8)
                        + " kB\nVmSize:\t" + virtual + " kB\nVmHWM:\t" + (resident + 4) + " kB\nVmRSS:\t" + resident
                        + " kB\n");
        write(
                pid + "/smaps_rollup",
                "55d0-7ffc ---p 0 00:00 0 [rollup]\nRss: " + resident + " kB\nPss: " + share
                        + " kB\nPss_Dirty: 5 kB\n");
        return this;
    }

    public ProcTree write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
        return this;
    }

    /** It ended. */
    public ProcTree remove(int pid) throws IOException {
        try (var files = Files.list(root.resolve(Integer.toString(pid)))) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(root.resolve(Integer.toString(pid)));
        return this;
    }
}
