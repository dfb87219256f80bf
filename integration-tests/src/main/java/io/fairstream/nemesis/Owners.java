package io.fairstream.nemesis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Which process holds a connection on the loopback address, as the kernel tells: no process needs an address of its own. */
final class Owners {
    private static final List<Path> CONNECTIONS = List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"));
    private static final int LOCAL = 1;
    private static final int REMOTE = 2;
    private static final int INODE = 9;

    private final Map<String, Long> processes = new ConcurrentHashMap<>();

    /** From now on that name is that process. */
    void put(String name, long pid) {
        processes.put(name, pid);
    }

    /** The name of the process that connected from one port to another; empty if it is none of ours or has let go. */
    Optional<String> of(int localPort, int remotePort) {
        return inode(localPort, remotePort)
                .flatMap(inode -> processes.entrySet().stream()
                        .filter(process -> holds(process.getValue(), "socket:[" + inode + "]"))
                        .map(Map.Entry::getKey)
                        .findFirst());
    }

    private static Optional<String> inode(int localPort, int remotePort) {
        String local = String.format(":%04X", localPort);
        String remote = String.format(":%04X", remotePort);
        for (Path table : CONNECTIONS) {
            try {
                for (String line : Files.readAllLines(table)) {
                    String[] fields = line.strip().split("\\s+", -1);
                    if (fields.length > INODE && fields[LOCAL].endsWith(local) && fields[REMOTE].endsWith(remote)) {
                        return Optional.of(fields[INODE]);
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return Optional.empty();
    }

    private static boolean holds(long pid, String socket) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(Path.of("/proc", Long.toString(pid), "fd"))) {
            for (Path file : files) {
                if (target(file).equals(socket)) {
                    return true;
                }
            }
            return false;
        } catch (IOException e) {
            return false;
        }
    }

    /** Empty if it was closed meanwhile. */
    private static String target(Path file) {
        try {
            return Files.readSymbolicLink(file).toString();
        } catch (IOException e) {
            return "";
        }
    }
}
