package io.fairstream.cli.shares;

import io.fairstream.app.config.Settings;
import io.fairstream.cli.options.NamedFile;
import io.fairstream.client.RecordSender;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.records.ValueFormat;
import io.fairstream.query.shares.Loading;
import io.fairstream.query.shares.ShareRecords;
import io.fairstream.query.shares.Statement;
import io.fairstream.reading.BankTree;
import io.fairstream.rules.share.ShareTree.ShareNode;
import io.fairstream.schemas.ShareKind;
import io.fairstream.schemas.Topics;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Shares from files of a command, or from the cluster of the command. */
public final class GivenShares {
    private final SortedMap<String, ShareNode> nodes;

    private GivenShares(SortedMap<String, ShareNode> nodes) {
        this.nodes = nodes;
    }

    /** Reads files as {@code shares load} does, and prints rejected entries. */
    public static GivenShares read(List<Path> files, PrintWriter err) throws IOException {
        for (Path file : files) {
            NamedFile.requireFile(file);
        }
        Loading<ShareNode> loading = Loading.of(new TreeMap<>(), Statement.read(files, null, List.of()), false);
        loading.refused().forEach(refused -> err.println("refused: " + refused));
        err.flush();
        return new GivenShares(loading.change().after());
    }

    /** Banks of a cluster. */
    public static BankTree banks(Settings settings) {
        try (TopicReader reader = new TopicReader(settings)) {
            return banks(reader);
        }
    }

    /** Banks of a cluster; records that cannot be read are skipped. */
    public static BankTree banks(TopicReader reader) {
        Set<String> banks = new HashSet<>();
        reader.readReadable(Topics.SHARES, row -> {
            io.fairstream.schemas.ShareNode node = row.value();
            if (node != null && node.getKind() == ShareKind.BANK) {
                banks.add(node.getPath());
            } else if (row.key() != null) {
                banks.remove(row.key());
            }
        });
        return BankTree.of(banks);
    }

    /** Banks of these shares. */
    public BankTree banks() {
        return BankTree.of(nodes.values().stream()
                .filter(node -> node.kind() == ShareNode.Kind.BANK)
                .map(ShareNode::path)
                .toList());
    }

    /** Sends the shares to the cluster; returns false if there are none. */
    public boolean send(Settings settings) {
        if (nodes.isEmpty()) {
            return false;
        }
        try (RecordSender<io.fairstream.schemas.ShareNode> sender = ValueFormat.sender(settings, Topics.SHARES)) {
            nodes.forEach((path, node) -> sender.send(path, ShareRecords.record(node)));
            sender.flush();
        }
        return true;
    }
}
