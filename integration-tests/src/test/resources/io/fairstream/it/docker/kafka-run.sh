# As the image's own script: properties from the variables, a directory that is formatted once, and then the broker.
set -e
options=(${KAFKA_HEAP_OPTS:--Xmx512m} -XX:-UsePerfData -cp '/opt/kafka/libs/*')
setup=$(java "${options[@]}" kafka.docker.KafkaDockerWrapper setup --default-configs-dir=/etc/kafka/docker \
    --mounted-configs-dir=/mnt/shared/config --final-configs-dir=/opt/kafka/config 2>&1) \
    || grep -q 'already formatted' <<<"$setup" || { echo "$setup" >&2; exit 1; }
exec java "${options[@]}" kafka.Kafka /opt/kafka/config/server.properties
