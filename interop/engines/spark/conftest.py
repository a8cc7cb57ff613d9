"""One session of Spark for all tests: it takes long to begin."""

import pytest
import varvel.spark


@pytest.fixture(scope="session")
def spark(tmp_path_factory):
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master("local[2,6]")
    settings = {
        "spark.ui.enabled": "false",
        "spark.driver.memory": "3g",
        "spark.sql.session.timeZone": "UTC",
        # Two columns whose names differ in case alone have values of their own each.
        "spark.sql.caseSensitive": "true",
        "spark.sql.shuffle.partitions": "1",
        "spark.local.dir": str(tmp_path_factory.mktemp("spark")),
    }
    for name, value in settings.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    varvel.spark.register(session)
    yield session
    session.stop()
