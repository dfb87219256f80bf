"""Reads and writes topics; python3 topics.py BROKERS REGISTRY TOPIC prints one.
Needs Debian's python3-confluent-kafka and python3-avro."""
import io, json, sys, urllib.request
import avro.io, avro.schema
from confluent_kafka import Consumer, KafkaError, OFFSET_BEGINNING, Producer, TopicPartition


def records(brokers, registry, topic):
    """Key and value of each record until now; the value is a dictionary, or None where the key was removed."""
    consumer = Consumer({"bootstrap.servers": brokers, "group.id": "notebook", "enable.auto.commit": False,
                         "isolation.level": "read_committed", "enable.partition.eof": True})
    found = consumer.list_topics(timeout=10).topics.get(topic) or sys.exit(f"{topic}: no such topic")
    unread, readers = set(found.partitions), {}
    consumer.assign([TopicPartition(topic, partition, OFFSET_BEGINNING) for partition in unread])
    while unread:
        record = consumer.poll()
        if record.error() and record.error().code() != KafkaError._PARTITION_EOF:
            sys.exit(f"{topic}: {record.error()}")
        elif record.error():
            unread.discard(record.partition())
        elif record.value() is None:
            yield record.key(), None
        else:
            number = int.from_bytes(record.value()[1:5], "big")  # of the schema, after a zero byte
            if number not in readers:
                schema = ask(registry, f"schemas/ids/{number}")["schema"]
                readers[number] = avro.io.DatumReader(avro.schema.parse(schema))
            yield record.key(), readers[number].read(avro.io.BinaryDecoder(io.BytesIO(record.value()[5:])))


def send(brokers, registry, topic, schema, events):
    """Writes pairs of key and value: a value has every field of the schema (JSON), times are datetime with a zone."""
    number = ask(registry, f"subjects/{topic}-value/versions", json.dumps({"schema": schema}).encode())["id"]
    writer = avro.io.DatumWriter(avro.schema.parse(schema))
    producer = Producer({"bootstrap.servers": brokers, "enable.idempotence": True,
                         "partitioner": "murmur2_random"})  # Java's, so that a key has one partition
    failures = []
    for key, value in events:
        record = io.BytesIO(b"\0" + number.to_bytes(4, "big"))
        record.seek(5)
        writer.write(value, avro.io.BinaryEncoder(record))
        producer.produce(topic, record.getvalue(), key, on_delivery=lambda e, _: e and failures.append(e))
    if producer.flush(60) or failures:
        sys.exit(f"{topic}: not sent: {failures[:1]}")


def ask(registry, path, body=None):
    request = urllib.request.Request(f"{registry}/{path}", body, {"Content-Type": "application/vnd.schemaregistry.v1+json"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


if __name__ == "__main__":
    newest = dict(records(*sys.argv[1:4]))  # of a compacted topic; of others, take each record
    for row in filter(None, newest.values()):
        print(json.dumps(row, default=str))
