#!/bin/bash
# A broker listens as soon as its controllers let it serve. Kafka's own script is in its tools, of which the site needs no other.
exec 3<>"/dev/tcp/${2%:*}/${2#*:}"
